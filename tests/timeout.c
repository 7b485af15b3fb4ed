/* timeout(1) without a process of its own, for the thousands of programs that the tests start:
 * timeout SECONDS COMMAND... The alarm outlives exec, and ends the command by SIGALRM. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 125;
    alarm((unsigned)strtoul(argv[1], NULL, 10));
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return 127;
}
