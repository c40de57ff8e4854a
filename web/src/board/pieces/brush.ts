/** Strokes of a brush: outlines with a slightly uneven edge, made once by code, so that no filter runs per piece. */

type Pair = readonly [x: number, y: number];

/** A smooth wobble between −1 and 1, the same for the same seed. */
function wobble(seed: number): (at: number) => number {
  const phase = (n: number) => ((Math.sin(seed * 127.1 + n * 311.7) * 43758.5453) % 1) * Math.PI * 2;
  const [a, b, c] = [phase(1), phase(2), phase(3)];
  return (at) => 0.5 * Math.sin(at * 0.09 + a) + 0.32 * Math.sin(at * 0.31 + b) + 0.18 * Math.sin(at * 0.83 + c);
}

function outline(points: Pair[]): string {
  const text = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${text.join("L")}Z`;
}

/** The outline of a stroke *width* wide along *path*, with round ends. */
export function stroke(path: Pair[], width: number, seed: number, rough = 1): string {
  const [left, right] = [wobble(seed), wobble(seed + 17)];
  const [one, other]: [Pair[], Pair[]] = [[], []];
  let along = 0;
  path.forEach(([x, y], index) => {
    const [px, py] = path[Math.max(0, index - 1)]!;
    const [nx, ny] = path[Math.min(path.length - 1, index + 1)]!;
    const length = Math.hypot(nx - px, ny - py) || 1;
    const [dx, dy] = [(nx - px) / length, (ny - py) / length];
    if (index > 0) along += Math.hypot(x - px, y - py);
    const [l, r] = [width / 2 + left(along) * rough, width / 2 + right(along) * rough];
    one.push([x - dy * l, y + dx * l]);
    other.push([x + dy * r, y - dx * r]);
  });
  const cap = (at: number, towards: number, seeded: number): Pair[] => {
    const [x, y] = path.at(at)!;
    const [fx, fy] = path.at(towards)!;
    const angle = Math.atan2(y - fy, x - fx);
    const rim = wobble(seeded);
    return [1, 2, 3, 4, 5].map((step) => {
      const turn = angle + Math.PI / 2 - (step * Math.PI) / 6;
      const radius = width / 2 + rim(step * 5) * rough * 0.8;
      return [x + Math.cos(turn) * radius, y + Math.sin(turn) * radius];
    });
  };
  return outline([...one, ...cap(-1, -2, seed + 5), ...other.reverse(), ...cap(0, 1, seed + 9)]);
}

function straight(from: Pair, to: Pair, bend: number, steps = 22): Pair[] {
  return Array.from({ length: steps + 1 }, (_, index) => {
    const at = index / steps;
    const bow = Math.sin(at * Math.PI) * bend;
    return [from[0] + (to[0] - from[0]) * at + bow, from[1] + (to[1] - from[1]) * at - bow] as const;
  });
}

function curve(points: Pair[], steps = 14): Pair[] {
  const sampled: Pair[] = [points[0]!];
  for (let at = 0; at + 3 < points.length; at += 3) {
    const [a, b, c, d] = [points[at]!, points[at + 1]!, points[at + 2]!, points[at + 3]!];
    for (let step = 1; step <= steps; step++) {
      const t = step / steps;
      const u = 1 - t;
      const blend = (axis: 0 | 1) =>
        u * u * u * a[axis] + 3 * u * u * t * b[axis] + 3 * u * t * t * c[axis] + t * t * t * d[axis];
      sampled.push([blend(0), blend(1)]);
    }
  }
  return sampled;
}

function ring(radiusX: number, radiusY: number, width: number, seed: number, rough: number): string {
  const steps = 72;
  const circle = (offset: number, seeded: number): Pair[] => {
    const edge = wobble(seeded);
    return Array.from({ length: steps }, (_, index) => {
      const angle = (index / steps) * Math.PI * 2;
      // The wobble meets itself: it is faded between its two ends.
      const at = (index / steps) * 220;
      const fade = index / steps;
      const unevenness = (edge(at) * (1 - fade) + edge(at - 220) * fade) * rough;
      return [
        Math.cos(angle) * (radiusX + offset + unevenness),
        Math.sin(angle) * (radiusY + offset + unevenness),
      ] as const;
    });
  };
  return outline(circle(width / 2, seed)) + outline(circle(-width / 2, seed + 31).reverse());
}

const VARIANTS = 5;
const kept = new Map<string, string>();

/** The centred outline of a sign for a cell 100 wide; *cell* picks one of a few hands. Fill by the nonzero rule. */
export function signPath(sign: string, cell: number, kind: "mark" | "letter" = "mark"): string {
  const seed = (cell * 7) % VARIANTS;
  const key = `${kind}${sign}${seed}`;
  let path = kept.get(key);
  if (path === undefined) kept.set(key, (path = draw(sign, seed + 1, kind)));
  return path;
}

function draw(sign: string, seed: number, kind: "mark" | "letter"): string {
  if (kind === "letter") {
    if (sign === "O") return ring(23, 28, 11.5, seed, 0.7);
    return stroke(
      curve([
        [22, -17],
        [17, -30],
        [-22, -33],
        [-22, -13],
        [-22, 5],
        [22, -4],
        [22, 14],
        [22, 34],
        [-18, 32],
        [-23, 16],
      ]),
      11.5,
      seed,
      0.7,
    );
  }
  if (sign === "O") return ring(28.5, 28.5, 14, seed, 0.9);
  return (
    stroke(straight([-27, -27], [27, 27], 1.2), 14.5, seed, 0.9) +
    stroke(straight([27, -27], [-27, 27], -1), 14.5, seed + 3, 0.9)
  );
}

/** True if a sign is one that the brush knows; others are written as text. */
export function isDrawn(sign: string, kind: "mark" | "letter"): boolean {
  return kind === "letter" ? sign === "S" || sign === "O" : sign === "X" || sign === "O";
}
