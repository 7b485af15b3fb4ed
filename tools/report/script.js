/* What can be done with the page: choose topics on the map, rank words by relevance, find topics and documents.
   Everything that only shows something is there without this script. */
(function () {
  "use strict";

  var data = JSON.parse(document.getElementById("data").textContent);
  var topicCount = data.labels.length;
  var byId = function (id) { return document.getElementById(id); };
  var all = function (selector, root) { return Array.prototype.slice.call((root || document).querySelectorAll(selector)); };
  document.documentElement.classList.add("js");

  /* An element with a class and a text, which is never read as HTML. */
  function make(name, className, text) {
    var element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function percent(share) {
    var p = 100 * share;
    return p.toFixed(p >= 9.95 ? 0 : p >= 0.0995 || p === 0 ? 1 : p >= 0.00995 ? 2 : 3) + " %";
  }

  /* Shares of topics, each written in four digits to the base of 64: [[topic, share], ...], the largest first. */
  var digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  function readShares(text) {
    var list = [];
    for (var j = 0; j + 3 < text.length; j += 4)
      list.push([64 * digits.indexOf(text[j]) + digits.indexOf(text[j + 1]),
        (64 * digits.indexOf(text[j + 2]) + digits.indexOf(text[j + 3])) / 1000]);
    return list;
  }

  function topicLink(topic) {
    var link = make("a", "to-topic");
    link.href = "#topic-" + topic;
    link.appendChild(make("b", "", String(topic)));
    link.appendChild(document.createTextNode(" "));
    link.appendChild(make("bdi", "", data.labels[topic]));
    return link;
  }

  /* ---- words by relevance (Sievert and Shirley, 2014) ---- */

  function rankedWords(topic, lambda) {
    var list = data.topics[topic], ranked = [];
    for (var i = 0; i < list.length; i += 2) {
      var p = list[i + 1] / data.unit, overall = data.overall[list[i]] / data.unit;
      if (p > 0 && overall > 0)
        ranked.push({ word: list[i], p: p, overall: overall,
          relevance: lambda * Math.log(p) + (1 - lambda) * Math.log(p / overall) });
    }
    ranked.sort(function (a, b) { return b.relevance - a.relevance || a.word - b.word; });
    return ranked.slice(0, data.shown);
  }

  function wordRow(entry, longest) {
    var row = make("tr"), head = make("th"), bars = make("td", "bars"), here = make("i"), overall = make("s");
    head.scope = "row";
    head.appendChild(make("bdi", "", data.words[entry.word]));
    here.style.width = 100 * entry.p / longest + "%";
    overall.style.width = 100 * entry.overall / longest + "%";
    bars.appendChild(here);
    bars.appendChild(overall);
    row.appendChild(head);
    row.appendChild(bars);
    row.appendChild(make("td", "", percent(entry.p)));
    row.appendChild(make("td", "", percent(entry.overall)));
    return row;
  }

  function fillWords(body, topic, lambda) {
    var ranked = rankedWords(topic, lambda), longest = 0;
    if (!body || !ranked.length) return;
    ranked.forEach(function (entry) { longest = Math.max(longest, entry.p, entry.overall); });
    body.textContent = "";
    ranked.forEach(function (entry) { body.appendChild(wordRow(entry, longest)); });
  }

  var slider = byId("lambda");
  function cardOf(topic) { return byId("topic-" + topic); }
  function rankAll() {
    var lambda = Number(slider.value);
    byId("lambda-value").textContent = lambda.toFixed(2);
    for (var k = 0; k < topicCount; k++) fillWords(cardOf(k).querySelector(".words tbody"), k, lambda);
    if (shown !== null) showPanel(shown);
  }
  slider.addEventListener("input", rankAll);

  /* ---- the map and the panel beside it ---- */

  var map = byId("map"), panel = byId("panel"), selected = null, shown = null;
  var circles = all(".topic", map), links = all(".links path", map), mapLabels = all(".label", map);

  /* The topics before and behind this one. */
  function turner(topic) {
    var line = make("p", "turner");
    [["Previous", topicCount - 1], ["Next", 1]].forEach(function (way) {
      var button = make("button", "", way[0]);
      button.type = "button";
      button.addEventListener("click", function () {
        select((topic + way[1]) % topicCount);
        all(".turner button", panel)[way[1] === 1 ? 1 : 0].focus();
      });
      line.appendChild(button);
    });
    return line;
  }

  function showPanel(topic) {
    shown = topic;
    panel.textContent = "";
    ["header", ".words", "dl"].forEach(function (part) {
      var found = cardOf(topic).querySelector(part);
      if (found) panel.appendChild(found.cloneNode(true));
    });
    all("[id]", panel).forEach(function (element) { element.removeAttribute("id"); });
    var more = make("p", "note");
    more.appendChild(document.createTextNode(selected === topic ? "Kept until another circle is clicked; point at a word to see its topics on the map. " :
      "Point at a circle to see its topic here, click it to keep it; point at a word to see its topics on the map. "));
    var link = make("a", "", "All of this topic");
    link.href = "#topic-" + topic;
    more.appendChild(link);
    panel.appendChild(turner(topic));
    panel.appendChild(more);
  }

  /* The topic, its lines and their other ends stand out. */
  function light(topic) {
    var lit = {};
    map.classList.toggle("dimmed", topic !== null);
    links.forEach(function (path) {
      var a = Number(path.dataset.a), b = Number(path.dataset.b), on = topic === a || topic === b;
      path.classList.toggle("lit", on);
      if (on) { lit[a] = true; lit[b] = true; }
    });
    if (topic !== null) lit[topic] = true;
    circles.concat(mapLabels).forEach(function (element) {
      element.classList.toggle("lit", Boolean(lit[element.dataset.topic]));
    });
  }

  function point(topic) {
    light(topic);
    if (topic !== null) showPanel(topic);
  }

  function select(topic) {
    selected = topic;
    circles.forEach(function (circle) {
      var on = selected === Number(circle.dataset.topic);
      circle.classList.toggle("selected", on);
      if (on) circle.setAttribute("aria-current", "true"); else circle.removeAttribute("aria-current");
    });
    light(selected);
    showPanel(topic);
  }

  /* At first the largest topic is there. */
  showPanel(data.weights.indexOf(Math.max.apply(null, data.weights)));
  circles.forEach(function (circle) {
    var topic = Number(circle.dataset.topic);
    circle.addEventListener("pointerenter", function () { point(topic); });
    circle.addEventListener("focus", function () { point(topic); });
    circle.addEventListener("pointerleave", function () { light(selected); if (selected !== null) showPanel(selected); });
    circle.addEventListener("blur", function () { light(selected); });
    circle.addEventListener("click", function (event) { event.preventDefault(); select(topic); });
  });

  /* ---- finding and ordering topics ---- */

  var cards = byId("cards"), findWord = byId("find-word");

  function hasWord(topic, text) {
    var list = data.topics[topic];
    for (var i = 0; i < list.length; i += 2)
      if (data.words[list[i]].toLowerCase().indexOf(text) >= 0) return true;
    return data.labels[topic].toLowerCase().indexOf(text) >= 0;
  }
  function filterCards() {
    var text = findWord.value.trim().toLowerCase(), count = 0;
    for (var k = 0; k < topicCount; k++) {
      var on = !text || hasWord(k, text);
      cardOf(k).hidden = !on;
      count += on;
    }
    byId("topics-found").textContent = text ? count + " of " + topicCount + " topics" : "";
  }
  findWord.addEventListener("input", filterCards);
  byId("sort-topics").addEventListener("change", function () {
    var order = data.weights.map(function (_, k) { return k; });
    if (this.value === "weight") order.sort(function (a, b) { return data.weights[b] - data.weights[a] || a - b; });
    order.forEach(function (k) { cards.appendChild(cardOf(k)); });
  });
  byId("tools").addEventListener("submit", function (event) { event.preventDefault(); });

  /* A link to a topic that is not shown shows all of them. */
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("a[href^='#topic-']");
    var card = link && byId(link.getAttribute("href").slice(1));
    if (card && card.hidden) { findWord.value = ""; filterCards(); }
  });

  /* ---- what is told of that which is pointed at ---- */

  var tip = byId("tip"), matrix = byId("matrix");
  function placeTip(event, text) {
    tip.textContent = text;
    tip.hidden = false;
    tip.style.left = Math.max(8, Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8)) + "px";
    tip.style.top = Math.min(event.clientY + 18, window.innerHeight - tip.offsetHeight - 8) + "px";
  }

  /* A word's topics; on the map their areas are the word's shares of them. */
  var among = data.among.split("."), sizes = circles.map(function (circle) {
    return Number(circle.querySelector("circle").getAttribute("r"));
  });
  var wholeArea = sizes.reduce(function (sum, r) { return sum + r * r; }, 0);
  function resize(shares) {
    circles.forEach(function (circle, k) {
      circle.querySelector("circle").setAttribute("r",
        shares && shares[k] ? Math.sqrt(shares[k] * wholeArea) / 2 : sizes[k]);
      circle.classList.toggle("absent", Boolean(shares && !shares[k]));
    });
    map.classList.toggle("of-word", Boolean(shares));
  }
  function pointAtWord(event) {
    var row = event.target.closest && event.target.closest(".words tbody tr");
    var word = row ? data.words.indexOf(row.cells[0].textContent) : -1;
    if (word < 0) { tip.hidden = true; resize(null); return; }
    var list = readShares(among[word]), shares = {};
    list.forEach(function (part) { shares[part[0]] = part[1]; });
    placeTip(event, data.words[word] + ": " + list.map(function (part) {
      return percent(part[1]) + " in topic " + part[0];
    }).join(", ") + (list.length ? "" : "in many topics"));
    if (panel.contains(row)) resize(shares);
  }
  [panel, cards].forEach(function (place) {
    place.addEventListener("pointermove", pointAtWord);
    place.addEventListener("pointerleave", function () { tip.hidden = true; resize(null); });
  });

  /* ---- the matrix ---- */

  function liftOf(a, b) {
    var high = Math.max(a, b), low = Math.min(a, b);
    return data.lift[high * (high - 1) / 2 + low] / 100;
  }
  function showTip(event) {
    var box = matrix.querySelector(".frame").getBoundingClientRect(), cell = box.width / topicCount;
    var row = Math.floor((event.clientY - box.top) / cell), column = Math.floor((event.clientX - box.left) / cell);
    var inside = row >= 0 && column >= 0 && row < topicCount && column < topicCount && row !== column;
    if (!inside) { tip.hidden = true; return; }
    var a = data.order[row], b = data.order[column];
    placeTip(event, a + " " + data.labels[a] + " \u2013 " + b + " " + data.labels[b] + ": lift " + liftOf(a, b).toFixed(2));
  }
  if (matrix) {
    matrix.addEventListener("pointermove", showTip);
    matrix.addEventListener("pointerleave", function () { tip.hidden = true; });
  }

  /* ---- documents ---- */

  if (!("compositions" in data)) return;
  var step = 25;
  var compositions = data.compositions.split("."), matches = [], visible = step;
  var findDocument = byId("find-document"), byTopic = byId("by-topic");
  var table = byId("document-table").tBodies[0];

  function documentName(i) { return data.ids ? data.ids[i] : String(i); }
  function composition(i) { return readShares(compositions[i]); }
  function isEmpty(i) { return compositions[i] === "-"; }
  function shareOf(i, topic) {
    var list = composition(i);
    for (var j = 0; j < list.length; j++) if (list[j][0] === topic) return list[j][1];
    return 0;
  }

  function documentRow(i, topic) {
    var row = make("tr"), head = make("th"), cell = make("td"), stack = make("div", "stack");
    var line = make("div", "composition");
    head.scope = "row";
    head.appendChild(make("bdi", "", (data.named ? "" : "document ") + documentName(i)));
    if (data.texts) { /* its direction is its own */
      head.appendChild(make("p", "", data.texts[i]));
      head.lastChild.dir = "auto";
    }
    composition(i).forEach(function (part) {
      var bar = make("i"), item = make("span", part[0] === topic ? "here" : "");
      bar.style.width = 100 * part[1] + "%";
      stack.appendChild(bar);
      item.appendChild(topicLink(part[0]));
      item.appendChild(make("span", "share", " " + percent(part[1])));
      line.appendChild(item);
    });
    if (isEmpty(i)) line.textContent = "no words that the model knows";
    else if (!line.firstChild) line.textContent = "no topic of 5 % or more";
    else cell.appendChild(stack);
    cell.appendChild(line);
    row.appendChild(head);
    row.appendChild(cell);
    return row;
  }

  function draw() {
    var topic = byTopic.value === "" ? null : Number(byTopic.value);
    table.textContent = "";
    matches.slice(0, visible).forEach(function (i) { table.appendChild(documentRow(i, topic)); });
    byId("more-documents").hidden = matches.length <= visible;
    var empty = matches.filter(isEmpty).length;
    byId("documents-found").textContent = matches.length + (matches.length === 1 ? " document" : " documents") +
      (compositions.length < data.documents ? " of the " + compositions.length + " that this page has; the corpus has " +
        data.documents : "") + (empty ? "; " + empty + " without words that the model knows" : "");
  }
  function search() {
    var text = findDocument.value.trim().toLowerCase(), shares = {}, topic = Number(byTopic.value);
    matches = [];
    for (var i = 0; i < compositions.length; i++)
      if (!text || documentName(i).toLowerCase().indexOf(text) >= 0 ||
          (data.texts && data.texts[i].toLowerCase().indexOf(text) >= 0)) matches.push(i);
    if (byTopic.value !== "") {
      matches.forEach(function (i) { shares[i] = shareOf(i, topic); });
      matches = matches.filter(function (i) { return shares[i] > 0; });
      matches.sort(function (a, b) { return shares[b] - shares[a] || a - b; });
    } else if (text) { /* one of exactly that name comes first */
      matches.sort(function (a, b) {
        return (documentName(b).toLowerCase() === text) - (documentName(a).toLowerCase() === text) || a - b;
      });
    }
    visible = step;
    draw();
  }

  if (data.texts) findDocument.placeholder = "a part of its name or text";
  data.labels.forEach(function (label, k) {
    var option = make("option", "", k + " " + label);
    option.value = String(k);
    byTopic.appendChild(option);
  });
  findDocument.addEventListener("input", search);
  byTopic.addEventListener("change", search);
  byId("more-documents").addEventListener("click", function () { visible += 4 * step; draw(); });
  byId("document-tools").addEventListener("submit", function (event) { event.preventDefault(); });
  search();
}());
