// A bot for every game in thirty lines: it plays a card rather than gives one away, and the lowest it can.
//
//     incognita play --against "exec:node examples/bots/careful.js"

const readline = require("node:readline");

// A discard, or among partners a card handed over.
const givesAway = (action) => "->".includes(action.at(-1));

// The number of the card, so that low cards go first: an expedition can only rise. An investment counts 0.
const rank = (action) => Number(action.replace(/\D/g, ""));

// "." is "no", "^" a member of the team in Adventure Tours, who earns money.
const cost = (action) => (action === "." ? 2000 : action.includes("^") ? 0 : 1000) + rank(action);

const best = (actions) => actions.reduce((one, other) => (cost(other) < cost(one) ? other : one));

// `view` is all that this seat may know; this bot looks only at what it has begun.
function choose(view, legal) {
  const played = legal.filter((action) => !givesAway(action));
  const mine = (view.expeditions ?? [{}, {}])[view.seat % 2];
  const goingOn = played.filter((action) => mine[action[0]]?.length);
  return best([goingOn, played, legal].find((actions) => actions.length));
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "decide") {
    const answer = { action: choose(message.view, message.legal), ply: message.ply };
    process.stdout.write(JSON.stringify(answer) + "\n");
  } else if (message.type === "refused") {
    console.error(message.reason);
  }
});
