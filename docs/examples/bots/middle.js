// A player in JavaScript: plays the legal move in the middle. See docs/bots.md.
const lines = require("readline").createInterface({ input: process.stdin });
let legal = [];
lines.on("line", (line) => {
  const [word, ...rest] = line.trim().split(/\s+/);
  if (word === "enraya") console.log("ready middle");
  else if (word === "legal") legal = rest;
  else if (word === "go") console.log(`move ${legal[Math.floor(legal.length / 2)]}`);
  else if (word === "quit") process.exit();
});
