/* Pages of jsmf-report in a browser. usage: node pages.js PAGE HOSTILE_PAGE CHROMIUM. Prints TAP.
   NODE_PATH has puppeteer-core and axe-core. */
"use strict";
const [page, hostile, chromium] = process.argv.slice(2);
const puppeteer = require("puppeteer-core");
const axe = require("fs").readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
let count = 0, failed = 0;

async function ok(name, test) {
  let said = "";
  try {
    const problem = await test();
    if (problem) said = typeof problem === "string" ? problem : JSON.stringify(problem);
  } catch (error) {
    said = String(error.stack || error);
  }
  count++;
  failed += said !== "";
  console.log(`${said ? "not ok" : "ok"} ${count} - ${name}`);
  if (said) console.log(said.split("\n").slice(0, 20).map((line) => `#   ${line}`).join("\n"));
}

/* A tab that remembers what the page asks for and complains of. */
async function open(browser, file, how = {}) {
  const tab = await browser.newPage();
  tab.said = [];
  tab.asked = [];
  tab.on("console", (message) => tab.said.push(message.text()));
  tab.on("pageerror", (error) => tab.said.push(String(error)));
  tab.on("dialog", (dialog) => { tab.said.push("dialog " + dialog.message()); dialog.dismiss(); });
  tab.on("request", (request) => tab.asked.push(request.url()));
  await tab.setViewport({ width: how.width || 1400, height: 900 });
  await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: how.dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: "reduce" }]);
  if (how.script === false) await tab.setJavaScriptEnabled(false);
  await tab.goto("file://" + file);
  return tab;
}

const firstWords = (tab, topic) => tab.$$eval(`#topic-${topic} .words tbody th`, (all) => all.map((e) => e.textContent));
const setSlider = (tab, value) => tab.$eval("#lambda", (e, v) => {
  e.value = v;
  e.dispatchEvent(new Event("input", { bubbles: true }));
}, value);
const type = async (tab, selector, text) => {
  await tab.$eval(selector, (e) => { e.value = ""; });
  await tab.type(selector, text);
};

/* Figures without a size, and what is wider than the window. */
const misfits = (tab) => tab.evaluate(() => {
  const wrong = [];
  if (document.documentElement.scrollWidth > window.innerWidth)
    wrong.push("the page is " + document.documentElement.scrollWidth + " wide");
  document.querySelectorAll("main svg.figure").forEach((e) => {
    const box = e.getBoundingClientRect();
    if (!(box.width > 100 && box.height > 20)) wrong.push(`${e.id} ${box.width} x ${box.height}`);
  });
  return wrong.length ? wrong : null;
});

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
async function violations(tab, only) {
  /* Two of what there is for every topic will do. */
  await tab.evaluate(() => document.querySelectorAll(".card:nth-child(n+3), .multiples figure:nth-child(n+3), " +
    ".typical-of:nth-of-type(n+3), #document-table tr:nth-child(n+6)").forEach((e) => e.remove()));
  await tab.evaluate(axe);
  const result = await tab.evaluate((runOnly) => window.axe.run(document, { runOnly, resultTypes: ["violations"] }),
    only || rules);
  return result.violations.map((v) => `${v.id}: ${v.nodes.length} times, ${v.nodes[0].html.slice(0, 200)} ` +
    v.nodes[0].failureSummary).join("\n");
}

async function testPage(browser) {
  const tab = await open(browser, page);
  const written = await firstWords(tab, 0);
  await ok("the page asks for nothing and complains of nothing", () =>
    tab.asked.length !== 1 || tab.said.length ? [tab.asked, tab.said] : null);
  await ok("at 1400 pixels all fits, and every figure has a size", () => misfits(tab));
  await ok("the slider ranks words by relevance, and back", async () => {
    await setSlider(tab, "0");
    const wrong = await tab.evaluate(() => {
      const data = JSON.parse(document.getElementById("data").textContent), list = data.topics[0], all = [];
      for (let i = 0; i < list.length; i += 2) all.push([data.words[list[i]], list[i + 1] / data.overall[list[i]]]);
      all.sort((a, b) => b[1] - a[1]);
      const shown = [...document.querySelectorAll("#topic-0 .words tbody th")].map((e) => e.textContent);
      return shown[0] === all[0][0] ? null : [shown, all.slice(0, 10)];
    });
    const exclusive = await firstWords(tab, 0);
    await setSlider(tab, "1");
    const back = await firstWords(tab, 0);
    return wrong || (exclusive.join() === written.join() && "nothing moved") ||
      (back.join() !== written.join() && `${back} is not ${written}`);
  });
  await ok("topics are found by a word", async () => {
    await type(tab, "#find-word", written[0]);
    const shown = await tab.$$eval(".card", (all) => all.filter((e) => !e.hidden).map((e) => e.id));
    await type(tab, "#find-word", " ");
    return shown.includes("topic-0") && shown.length < 8 ? null : shown;
  });
  await ok("topics are ordered by weight", async () => {
    await tab.select("#sort-topics", "weight");
    const order = await tab.evaluate(() => {
      const weights = JSON.parse(document.getElementById("data").textContent).weights;
      return [...document.querySelectorAll(".card")].map((e) => weights[e.id.slice(6)]);
    });
    await tab.select("#sort-topics", "number");
    return order.some((w, i) => i && w > order[i - 1]) ? order : null;
  });
  await ok("a document is found by its name, an exact one first", async () => {
    await type(tab, "#find-document", "doc-11");
    const names = await tab.$$eval("#document-table tbody th bdi", (all) => all.map((e) => e.textContent));
    return names[0] === "doc-11" && names.every((name) => name.includes("doc-11")) && names.length > 1 ? null : names;
  });
  await ok("a document is found by its text, which stands beside it", async () => {
    await type(tab, "#find-document", "orchid");
    const rows = await tab.$$eval("#document-table tbody tr", (all) => all.map((e) => e.textContent));
    return rows.length > 3 && rows.every((text) => text.includes("orchid")) ? null : rows;
  });
  await ok("documents are sorted by a topic", async () => {
    await type(tab, "#find-document", " ");
    await tab.select("#by-topic", "3");
    const shares = await tab.$$eval("#document-table .here .share", (all) => all.map((e) => parseFloat(e.textContent)));
    return shares.length === 25 && !shares.some((s, i) => i && s > shares[i - 1]) ? null : shares;
  });
  await ok("a click on the map keeps a topic, and the keyboard reaches it", async () => {
    const name = () => tab.$eval("#panel .badge", (e) => e.textContent);
    await tab.$eval('#map .topic[data-topic="2"]', (e) =>
      e.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
    const clicked = await name(), selected = await tab.$$eval("#map .selected", (all) => all.length);
    await tab.$eval('#map .topic[data-topic="5"]', (e) => e.focus());
    const focused = await name();
    await tab.$eval("#panel .turner button:nth-child(2)", (e) => e.click());
    const next = await name();
    await tab.$eval("#panel .turner button:nth-child(1)", (e) => e.click());
    return next === "6" && (await name()) === "5" && clicked === "2" && selected === 1 && focused === "5" && !tab.url().includes("#") ? null :
      [clicked, selected, focused, tab.url()];
  });
  await ok("a word's topics are told, and shown on the map", async () => {
    const row = await tab.$("#panel .words tbody tr"), radii = () => tab.$$eval("#map .disc", (all) =>
      all.map((e) => Number(e.getAttribute("r"))));
    const before = await radii();
    await row.scrollIntoView();
    await row.hover();
    const during = await radii(), said = await tab.$eval("#tip", (e) => (e.hidden ? "" : e.textContent));
    await tab.mouse.move(2, 2);
    const after = await radii();
    return /^\S+: .*\d % in topic 5/.test(said) && during[5] !== before[5] && after.join() === before.join() && during.join() !== before.join() ? null : [said, before, during, after];
  });
  await ok("the matrix tells the lift that is pointed at", async () => {
    const box = await tab.$eval("#matrix .frame", (e) => {
      e.scrollIntoView({ block: "center", behavior: "instant" });
      const b = e.getBoundingClientRect();
      return { x: b.x, y: b.y, cell: b.width / JSON.parse(document.getElementById("data").textContent).labels.length };
    });
    await tab.mouse.move(box.x + 2.5 * box.cell, box.y + 0.5 * box.cell);
    return tab.$eval("#tip", (e) => (!e.hidden && /lift \d+\.\d\d$/.test(e.textContent) ? null : e.outerHTML));
  });
  await ok("nothing was said or asked for meanwhile", () => (tab.asked.length !== 1 || tab.said.length ?
    [tab.asked, tab.said] : null));
  await ok("printed, there are no controls", async () => {
    await tab.emulateMediaType("print");
    return tab.$$eval("nav, .tools, #panel, #more-documents", (all) =>
      all.filter((e) => e.getClientRects().length).map((e) => e.id || e.tagName).join());
  });
  await tab.emulateMediaType("screen");
  await ok("axe finds nothing, in the light", () => violations(tab));
  await tab.close();
}

async function testNarrow(browser) {
  const tab = await open(browser, page, { width: 390, dark: true });
  await ok("at 390 pixels all fits, and every figure has a size", () => misfits(tab));
  await ok("axe finds the contrast good, in the dark", () => violations(tab, ["color-contrast"]));
  await tab.close();
}

async function testWithoutScript(browser) {
  const tab = await open(browser, page, { script: false });
  await ok("without JavaScript everything is there but the controls", async () => {
    const cards = (await tab.$$(".card")).length, figures = (await tab.$$("main svg.figure")).length;
    const controls = await tab.$$eval(".js-only", (all) => all.filter((e) => e.getClientRects().length).length);
    const rows = (await tab.$$(".card .words tbody tr")).length, typical = (await tab.$$(".typical-of li")).length;
    return cards === 8 && figures >= 3 + 16 && controls === 0 && rows === 80 && typical === 160 ? null :
      [cards, figures, controls, rows, typical];
  });
  await tab.close();
}

async function testHostile(browser) {
  const tab = await open(browser, hostile);
  await ok("what the data hold is no element and no script", async () => {
    const found = await tab.evaluate(() => ({
      scripts: document.scripts.length, hacked: window.hacked || null, title: document.title,
      strange: document.querySelectorAll("main img, main blink, main iframe, main [onerror]").length,
      words: [...document.querySelectorAll(".words tbody th")].map((e) => e.textContent).join(" "),
      names: [...document.querySelectorAll("#document-table tbody th")].map((e) => e.textContent).join(" ") }));
    return found.scripts === 2 && !found.hacked && !found.strange && found.title.includes("</title></script><script>") &&
      found.words.includes("<img") && found.names.includes("</script><script>window.hacked=1</script>") &&
      tab.said.length === 0 && tab.asked.length === 1 ? null : [found, tab.said, tab.asked];
  });
  await ok("hostile words, too, fit at 1400 and at 390 pixels", async () => {
    const wide = await misfits(tab);
    await tab.setViewport({ width: 390, height: 900 });
    return wide || misfits(tab);
  });
  await tab.close();
}

(async () => {
  const browser = await puppeteer.launch({ executablePath: chromium, headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
  for (const test of [testPage, testNarrow, testWithoutScript, testHostile]) await test(browser);
  await browser.close();
  console.log(`1..${count}`);
  process.exit(failed ? 1 : 0);
})().catch((error) => { console.log(`not ok - the browser: ${error}`); process.exit(1); });
