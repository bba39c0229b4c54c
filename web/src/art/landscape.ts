/**
 * The landscapes on the cards: one journey for each destination, from the camp (2) to the city (10). A card shows the
 * same panorama a little further on: near layers move a whole card to a number, far ones less.
 */
import type { Colour } from "./destinations";

/** From the sky to the front; `glow` is whatever shines. */
export type Tone = "sky" | "far" | "mid" | "near" | "front" | "glow" | "pale";
export interface Shape {
  d: string;
  fill?: Tone;
  line?: Tone;
  width?: number;
  dash?: string;
}

const BOTTOM = 140;
type Curve = (x: number) => number;

const n = (value: number): string => String(Math.round(value * 10) / 10);
const swell = (period: number, height: number, shift = 0): Curve => (x) => height * Math.sin((2 * Math.PI * (x + shift)) / period);
const peaks = (period: number, height: number, shift = 0): Curve => (x) => {
  const phase = (((x + shift) / period) % 1 + 1) % 1;
  return height * (1 - 4 * Math.abs(phase - 0.5));
};
const both = (...curves: Curve[]): Curve => (x) => curves.reduce((sum, curve) => sum + curve(x), 0);

/** Everything below a line that is seen from `from` to `from + 100`. */
function ground(fill: Tone, from: number, height: number, line: Curve, step = 5): Shape {
  const points = Array.from({ length: 100 / step + 1 }, (_, i) => `${n(i * step)} ${n(height - line(from + i * step))}`);
  return { fill, d: `M0 ${BOTTOM}L${points.join("L")}L100 ${BOTTOM}Z` };
}
const disc = (fill: Tone, x: number, y: number, r: number): Shape => ({
  fill,
  d: `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`,
});
const box = (fill: Tone, x: number, y: number, w: number, h: number): Shape => ({ fill, d: `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z` });
const shape = (fill: Tone, d: string): Shape => ({ fill, d });
const line = (tone: Tone, d: string, width = 1.2, dash?: string): Shape => (dash ? { line: tone, d, width, dash } : { line: tone, d, width });
/** A drawing moved and scaled: only for paths whose commands are all relative after the first. */
const put = (fill: Tone, x: number, y: number, d: string): Shape => ({ fill, d: `M${n(x)} ${n(y)}${d}` });

// --- desert

const CAMEL = "l1-9q.5-3 3.5-3.5q2-5.5 4.5 0q2-1 4 1.5l2.5-5.5q1-3 4.5-2l.5 2-2.5.8-1.8 7.2q-1 2.5-3 2.5l.5 6h-1.6l-1.2-6h-5.5l-1 6h-1.5l-.3-5-.9 5Z";
const TENT = "l12-19 3 2 12 17h-10l-4-9-4 9Z";
const PALM = "q2-9 1-17q-5-2-9 3q1-6 8-5q-3-4-8-3q5-4 9 1q2-5 8-4q-5 1-6 4q7-2 9 4q-5-3-9-2q2 8 0 19Z";
const dome = (fill: Tone, x: number, y: number, w: number, h: number): Shape =>
  put(fill, x, y, `v${n(-h)}q${n(0.05 * w)} ${n(-0.42 * w)} ${n(0.5 * w)} ${n(-0.62 * w)}q${n(0.45 * w)} ${n(0.2 * w)} ${n(0.5 * w)} ${n(0.62 * w)}v${n(h)}Z`);
const column = (fill: Tone, x: number, y: number, h: number): Shape[] => [
  box(fill, x, y - h, 5, h),
  put(fill, x - 1.5, y - h, "h8v-3l-2-1-3 .6-3-.8Z"),
];

function desert(k: number): Shape[] {
  const shapes = [disc("glow", 34 + 5 * k, 66 - 2.5 * k, 13), ground("far", 34 * k, 82, both(swell(130, 6), swell(47, 2, 9)))];
  if (k === 7) shapes.push(...[22, 36, 48, 60].map((x, i) => dome("near", x, 88, 9 + (i % 2) * 4, 6 + (i % 2) * 5)));
  if (k === 8) {
    shapes.push(box("near", 6, 92, 88, 20), ...[8, 70].map((x) => dome("near", x, 94, 17, 14)), dome("front", 28, 100, 40, 20));
    shapes.push(...[22, 74].map((x) => box("front", x, 68, 5, 36)), ...[22, 74].map((x) => dome("front", x - 1, 69, 7, 1)));
  }
  shapes.push(ground("mid", 60 * k + 20, 98, both(swell(170, 8), swell(60, 3, 20))));
  if (k === 5 || k === 6) shapes.push(...column("front", 24, 122, 34), ...column("front", 46, 122, k === 5 ? 20 : 36), ...column("front", 68, 122, 26));
  if (k === 6) shapes.push(put("front", 20, 84, "h34v-5h-34Z"));
  if (k === 8) shapes.push(box("glow", 44, 104, 8, 12), dome("glow", 44, 105, 8, 1));
  shapes.push(ground("near", 94 * k, 118, both(swell(188, 6), swell(71, 2, 30))));
  if (k === 0) shapes.push(put("front", 52, 121, TENT), put("front", 30, 118, PALM));
  if (k === 1) shapes.push(put("front", 66, 118, PALM), put("front", 34, 121, PALM));
  if (k === 2) shapes.push(put("front", 40, 120, CAMEL));
  if (k === 3) shapes.push(put("front", 14, 117, CAMEL), put("front", 42, 119, CAMEL), put("front", 70, 121, CAMEL));
  if (k === 4) shapes.push(put("front", 62, 116, CAMEL), ...column("front", 28, 122, 16));
  shapes.push(line("pale", `M0 ${128 - (k % 2) * 3}Q30 ${118 + (k % 3) * 4} 55 128T100 ${125 + ((k + 1) % 2) * 3}`, 1.4, "3 3"));
  return shapes;
}

// --- Neptune's realm

const FISH = "q6-6 13-1l5-4v9l-5-4q-7 5-13 0Z";
const CORAL = "v-9l-6-7 1.5-1.5 4.5 4v-10h2.5v8l5-6 1.6 1.4-6.6 8v12.6Z";
const WEED = "q-4-8 0-14t0-15q5 8 2 15t2 14Z";

function sea(k: number): Shape[] {
  const shapes: Shape[] = [];
  const surface = 74 - 24 * k;
  if (k < 2) shapes.push(ground("far", 94 * k, surface, swell(25, 2)));
  if (k === 0) shapes.push(put("front", 46, 70, "h28l-5 8h-18Z"), put("pale", 59, 67, "v-27q12 12 13 25Z"), put("front", 57, 70, "v-32h1.6v32Z"));
  if (k > 0) shapes.push(shape("pale", `M${20 + 4 * k} 34l8 0-14 70h-16ZM${52 + 3 * k} 34h6l4 70h-16Z`));
  shapes.push(ground("mid", 60 * k, 98 - 4 * k, both(swell(60, 3), swell(37, 2))));
  if (k === 1 || k === 2) shapes.push(put("front", 30, 84, FISH), put("near", 58, 96, FISH), put("near", 22, 104, FISH));
  if (k === 3) shapes.push(put("near", 60, 78, FISH), put("near", 40, 70, FISH));
  if (k === 4 || k === 5) {
    const gap = k === 4 ? 0 : 8;
    shapes.push(shape("near", `M0 52l10 6 4 18 12 10 ${6 + gap} 24 6 30H0Z`), shape("near", `M100 46l-14 10-2 22-12 8-${4 + gap} 26-6 28h40Z`));
    shapes.push(put("glow", 48, 92, "q5-4 9-1l4-3v6l-4-2q-5 3-9 0Z"));
  }
  if (k === 6) shapes.push(...[[26, 70], [58, 62], [74, 88], [40, 96], [18, 104], [64, 108]].map(([x, y]) => disc("glow", x!, y!, 1.8)), put("front", 34, 86, "q9-11 22-3l8-5v14l-8-4q-12 8-22-2Z"), line("glow", "M40 80q-4-10-10-8", 1));
  if (k >= 7) {
    const lift = k === 7 ? 0 : 14;
    shapes.push(shape("near", `M10 140v${-28 - lift}l20-12 20 12v${28 + lift}Z`), box("near", 54, 104 - lift, 12, 40 + lift), dome("near", 70, 118 - lift / 2, 22, 6));
    shapes.push(put("front", 7, 112 - lift, "l23-15 23 15Z"), dome("front", 53, 106 - lift, 14, 4));
    shapes.push(...[16, 26, 36].map((x) => box("glow", x, 118 - lift, 4, 9)), ...[0, 9, 18].map((y) => box("glow", 58, 112 - lift + y, 4, 4)));
    if (k === 8) shapes.push(...[74, 82].map((x) => box("glow", x, 116, 4, 6)), ...[[12, 72], [84, 76], [70, 62]].map(([x, y]) => disc("glow", x!, y!, 1.4)));
  }
  shapes.push(ground("near", 94 * k, k < 2 ? 122 : 124, both(swell(94, 4, 20), swell(31, 2))));
  if (k >= 1 && k <= 3) shapes.push(put("front", 18, 128, CORAL), put("front", 70, 132, CORAL), put("glow", 84, 130, CORAL));
  if (k >= 3) shapes.push(put("front", 10, 136, WEED), put("front", 88, 138, WEED));
  shapes.push(ground("front", 94 * k + 40, 134, both(swell(80, 3), swell(27, 1.5))));
  return shapes;
}

// --- Himalayas

const HOUSE = "v-9l-2 0 3-4h14l3 4h-2v9Z";
const cloud = (tone: Tone, x: number, y: number, w: number): Shape =>
  put(tone, x, y, `q${n(-0.05 * w)} ${n(-0.12 * w)} ${n(0.14 * w)} ${n(-0.12 * w)}q${n(0.06 * w)} ${n(-0.14 * w)} ${n(0.24 * w)} ${n(-0.08 * w)}q${n(0.16 * w)} ${n(-0.1 * w)} ${n(0.3 * w)} ${n(0.03 * w)}q${n(0.2 * w)} ${n(-0.03 * w)} ${n(0.32 * w)} ${n(0.17 * w)}Z`);
const peak = (x: number, y: number, w: number, rock: Tone): Shape[] => {
  const h = w * 0.95;
  return [
    shape(rock, `M${n(x - w)} ${n(y + h * 1.6)}L${n(x)} ${n(y)}L${n(x + w * 0.9)} ${n(y + h * 1.6)}Z`),
    shape("pale", `M${n(x)} ${n(y)}l${n(-0.25 * w)} ${n(0.4 * h)} ${n(0.12 * w)} ${n(-0.06 * h)} ${n(0.07 * w)} ${n(0.16 * h)} ${n(0.1 * w)} ${n(-0.14 * h)} ${n(0.09 * w)} ${n(0.1 * h)} ${n(0.1 * w)} ${n(-0.06 * h)}Z`),
  ];
};

function mountains(k: number): Shape[] {
  const shapes = [...peak(72 - 5 * k + (k > 5 ? 40 : 0), 40 + k, 26 + k, "far"), ...peak(24 + 3 * k, 52 - k, 22 + 2 * k, "far")];
  shapes.push(...peak(58 - 3 * k, 66 - 2 * k, 24 + k, "mid"));
  if (k === 4 || k === 5) {
    const ice = [6, 20, 33, 47, 60, 74, 86];
    shapes.push(...ice.map((x, i) => put(i % 2 ? "pale" : "mid", x, 140, `l-3-${34 + ((i * 7 + 5 * k) % 17)} 6-9 7 6 5 ${37 + ((i * 5 + 3 * k) % 13)}Z`)));
    shapes.push(ground("near", 94 * k, 126, peaks(22, 5)), ground("front", 94 * k, 134, peaks(13, 3)));
    return shapes;
  }
  if (k >= 7) {
    const h = k === 8 ? 0 : 12;
    shapes.push(shape("near", `M10 140l16-${34 - h} 10 4 14-${20 - h / 2} 16 12 10 8 14 30Z`));
    const base = 96 + h;
    shapes.push(box("front", 38, base - 16, 26, 20), box("front", 28, base - 4, 46, 14), put("front", 34, base - 16, "l5-6h24l5 6Z"), put("front", 42, base - 22, "v-9h18v9Z"), put("front", 38, base - 31, "l13-9 13 9Z"));
    shapes.push(...[44, 50, 56].map((x) => box("glow", x, base - 12, 3, 5)), ...[33, 42, 51, 60, 67].map((x) => box("glow", x, base, 3, 4)), box("glow", 49, base - 28, 4, 5));
    shapes.push(cloud("pale", -8, 124, 60), cloud("pale", 46, 118 + h / 3, 66), cloud("pale", 4, 138, 96));
    if (k === 8) shapes.push(cloud("pale", -14, 98, 34), cloud("pale", 76, 92, 34));
    return shapes;
  }
  shapes.push(ground("near", 70 * k, 110 - 3 * k, both(peaks(64, 8), peaks(23, 3, 7))));
  if (k === 0) shapes.push(put("front", 22, 124, HOUSE), put("front", 52, 126, HOUSE), box("glow", 30, 118, 3, 4), box("glow", 60, 120, 3, 4));
  if (k >= 1 && k <= 3) {
    shapes.push(line("front", "M10 128V84M90 128V76", 1.8), line("front", "M10 85Q50 112 90 77", 0.9));
    shapes.push(...[18, 30, 42, 54, 66, 78].map((x, i) => put((["glow", "front", "mid"] as const)[i % 3]!, x, 89.5 + 10.5 - Math.abs(46 - x) * 0.22 - (x > 46 ? (x - 46) * 0.14 : 0), "h7v8l-3.5-2-3.5 2Z")));
  }
  if (k === 6) shapes.push(shape("mid", "M0 104l22-10 20 4 18-20 16 10 24-6v58H0Z"), shape("pale", "M0 104l22-10 20 4 18-20 16 10 24-6v4l-24 7-15-9-17 17-22-3-22 9Z"), ...[30, 38, 46].map((x, i) => put("front", x, 96 - i * 2, "l1-6 2.5-2 1.5 2 1 6Z")));
  if (k === 3) shapes.push(put("front", 46, 124, "l1.5-9 3-3 3 3 1.5 9Z"));
  shapes.push(ground("front", 94 * k, 128, both(peaks(47, 4), peaks(17, 1.5))));
  return shapes;
}

// --- rain forest

function crowns(fill: Tone, from: number, height: number, size: number): Shape {
  const count = Math.ceil(100 / size) + 2;
  const start = -(((from % size) + size) % size) - size / 2;
  const arcs = Array.from({ length: count }, (_, i) => {
    const index = Math.floor(from / size) + i;
    const lift = (((index * 7) % 5) - 2) * size * 0.1;
    return `Q${n(start + (i + 0.5) * size)} ${n(height - size * 0.95 + lift)} ${n(start + (i + 1) * size)} ${n(height + lift * 0.5)}`;
  });
  return { fill, d: `M${n(start)} ${BOTTOM}V${n(height)}${arcs.join("")}V${BOTTOM}Z` };
}
const steps = (fill: Tone, x: number, y: number, w: number, levels: number, rise: number): Shape =>
  put(fill, x - w / 2, y, Array.from({ length: levels }, () => `v${n(-rise)}h${n(w / (2 * levels + 1))}`).join("") + `h${n(w / (2 * levels + 1))}` + Array.from({ length: levels }, () => `h${n(w / (2 * levels + 1))}v${n(rise)}`).join("") + "Z");

function forest(k: number): Shape[] {
  const shapes = [crowns("far", 30 * k, 78, 26)];
  if (k === 0) {
    shapes.push(crowns("mid", 10, 92, 34), shape("pale", "M44 84q10 8-2 16t6 14-26 26h52q16-12 0-26t4-14-14-16Z"), shape("front", "M36 118q12 8 28 0l-3 6q-11 4-22 0Z"), line("front", "M50 119V98", 1.5), shape("near", "M0 104q26 2 20 36H0ZM100 100q-20 8-14 40h14Z"));
    return shapes;
  }
  if (k === 5 || k === 6) shapes.push(steps("near", 54, 120, 76, k === 5 ? 5 : 6, 9), box("front", 50, k === 5 ? 68 : 60, 8, 8), shape("pale", `M50 120l2-${k === 5 ? 44 : 52}h4l2 ${k === 5 ? 44 : 52}Z`));
  if (k >= 7) {
    const grow = k === 8 ? 1 : 0;
    shapes.push(steps("mid", 24, 124, 52, 4 + grow, 9), steps("near", 62, 130, 78, 6 + grow, 9));
    shapes.push(...[0, 1, 2, 3].map((i) => box("glow", 44 + 10 * i, 117, 4, 6)), ...[0, 1, 2].map((i) => box("glow", 50 + 9 * i, 99, 4, 6)), box("glow", 60, 82 - 9 * grow, 4, 6), ...[0, 1, 2].map((i) => box("pale", 12 + 9 * i, 114, 3.5, 5)));
    if (grow) shapes.push(put("front", 56, 67, "l6-8 6 8Z"), line("pale", "M30 84q10 20 4 36", 2.5));
    shapes.push(crowns("front", 94 * k, 134, 22));
    return shapes;
  }
  shapes.push(crowns("mid", 60 * k, k > 4 ? 112 : 96, 30));
  if (k === 3 || k === 4) {
    shapes.push(shape("front", "M16 140q6-50 2-108h12q-4 60 6 108Z"), shape("near", "M76 140q-6-60 2-108h8q-4 60 4 108Z"));
    shapes.push(line("near", `M34 32q8 ${30 + 6 * k} 20 ${24 + 4 * k}t22-44`, 1.6), line("near", "M44 32q2 26 8 44", 1.3), line("near", "M66 32q-4 20 2 34", 1.3), put("glow", 50, 76, "q5-6 9 0l6 9-8-4q-5 2-7-5Z"));
  }
  shapes.push(crowns("near", 94 * k, 118, 24));
  if (k === 2) shapes.push(put("glow", 56, 74, "q6-8 10-1l8 10-10-4q-7 2-8-5Z"), put("front", 30, 66, "q4-5 8 0q4-5 8 0q-4-2-8 3q-4-5-8-3Z"));
  if (k === 1) shapes.push(put("front", 58, 60, "q4-5 8 0q4-5 8 0q-4-2-8 3q-4-5-8-3Z"), put("front", 38, 70, "q3-4 6 0q3-4 6 0q-3-1.5-6 2q-3-3.5-6-2Z"));
  shapes.push(crowns("front", 94 * k + 30, 133, 18));
  return shapes;
}

// --- volcanoes

const cone = (fill: Tone, x: number, top: number, w: number): Shape =>
  shape(fill, `M${n(x - w)} 140Q${n(x - w * 0.35)} ${n(top + 30)} ${n(x - w * 0.2)} ${n(top)}l${n(w * 0.1)} 3 ${n(w * 0.1)}-2 ${n(w * 0.1)} 2.5 ${n(w * 0.1)}-3.5Q${n(x + w * 0.35)} ${n(top + 30)} ${n(x + w)} 140Z`);

function volcano(k: number): Shape[] {
  if (k <= 3) {
    const top = 66 - 6 * k, x = 64 - 6 * k, w = 40 + 12 * k;
    const shapes = [shape("far", `M${n(x)} ${top}q-9-9-2-16t-4-16q14 4 9 15t5 17Z`), cone("mid", x, top, w)];
    if (k > 0) shapes.push(line("glow", `M${n(x)} ${top + 3}q-4 16 4 26t-4 24t${4 + 4 * k} ${30}`, 2 + k), line("glow", `M${n(x + 1)} ${top + 20}q10 14 6 28t12 30`, 1 + k * 0.6));
    shapes.push(ground("near", 94 * k, 120, both(swell(94, 4), swell(41, 2))));
    if (k === 0) shapes.push(put("front", 22, 128, PALM), shape("pale", "M0 126q25-4 50 0t50-1v6q-25 3-50 0t-50 0Z"));
    if (k === 2) shapes.push(shape("glow", "M58 118q6 8-4 13t6 9h14q-8-4 0-10t-6-12Z"));
    if (k === 3) shapes.push(shape("glow", "M46 119q-6 6 6 10t2 11h16q2-8-8-11t-2-10Z"));
    shapes.push(ground("front", 94 * k, 134, both(swell(60, 2.5), swell(23, 1.5))));
    return shapes;
  }
  if (k <= 6) {
    const deep = (k - 4) * 6;
    const shapes = [disc("glow", 50, 92 + deep / 2, 20 + deep), shape("far", `M0 74q20-14 50-14t50 12v20q-20-14-50-14t-50 16Z`)];
    shapes.push(shape("mid", `M0 84q14-10 24 0t22 ${18 + deep}q6 4 14 0t16-${16 + deep} 24-4v70H0Z`));
    shapes.push(shape("glow", `M30 ${112 + deep / 2}q20-8 42 0t-6 8-36-8Z`), ground("near", 94 * k, 120, both(peaks(47, 6), peaks(19, 2))));
    if (k >= 5) shapes.push(...[20, 30].map((x, i) => put("front", x, 117 - i, "l1-7 2.5-2 1.5 2 1 7Z")));
    shapes.push(line("glow", "M66 140q-6-8 2-14t-2-10", 2), ground("front", 94 * k + 13, 132, both(peaks(37, 4), peaks(11, 1.5))));
    if (k === 6) shapes.push(...[38, 48, 58].map((x, i) => box("front", x, 96 - i * 3, 5, 18 + i * 3)));
    return shapes;
  }
  const grow = k === 8 ? 10 : 0;
  const shapes = [shape("mid", "M0 40l14-6 22 4 28-5 36 6v101H0Z"), shape("front", `M12 140V${92 - grow}q4-36 38-38t38 38v${48 + grow}Z`), shape("near", `M18 140V${96 - grow}q4-32 32-34t32 34v${44 + grow}Z`)];
  shapes.push(disc("glow", 50, 96, 15 + grow / 2));
  shapes.push(...[[24, 30], [34, 42], [45, 56], [56, 46], [67, 34]].map(([x, h]) => put("front", x!, 134, `v${-(h! + grow / 2)}l4.5-7 4.5 7v${h! + grow / 2}Z`)));
  shapes.push(...[[27, 112], [37, 104], [37, 116], [48, 92], [48, 104], [48, 116], [59, 102], [59, 114], [70, 110]].map(([x, y]) => box("glow", x!, y!, 3, 4.5)));
  shapes.push(line("glow", "M18 138q16-6 32 0t32-2", 2.5));
  return shapes;
}

// --- the sixth

const STONE = "l1-22q3-6 7-3l3 25Z";
const observatory = (x: number, y: number, w: number): Shape[] => [
  box("front", x, y - w * 0.5, w, w * 0.6),
  put("near", x - w * 0.06, y - w * 0.5, `q0 ${n(-0.56 * w)} ${n(0.56 * w)} ${n(-0.56 * w)}t${n(0.56 * w)} ${n(0.56 * w)}Z`),
  put("glow", x + w * 0.56, y - w * 0.52, `l${n(0.08 * w)} ${n(-0.5 * w)} ${n(0.14 * w)} ${n(0.05 * w)} ${n(-0.08 * w)} ${n(0.46 * w)}Z`),
];

function moonland(k: number): Shape[] {
  const shapes: Shape[] = [put("glow", 78 - 3 * k, 44 + k, "a15 15 0 1 0 12 22 12 12 0 0 1-12-22Z")];
  shapes.push(...[[14, 52], [40, 44], [24, 70], [90, 78], [54, 60], [8, 84], [66, 84]].map(([x, y], i) => disc("pale", (x! + 13 * k) % 100, y!, i % 2 ? 1 : 1.4)));
  shapes.push(ground("far", 34 * k, 94, both(swell(150, 7), swell(53, 2))));
  if (k >= 6) shapes.push(...observatory(14, 104, 14), ...observatory(76, 100, 12));
  shapes.push(ground("mid", 60 * k, 106, both(swell(120, 6, 30), swell(43, 2))));
  if (k === 3) shapes.push(put("front", 46, 122, STONE), put("front", 66, 120, STONE));
  if (k === 4 || k === 5) shapes.push(...[14, 34, 56, 76].map((x, i) => put("front", x, 122 - (i % 2) * 3, STONE)));
  if (k === 5) shapes.push(put("front", 13, 97, "h35l1-5h-34Z"), put("front", 55, 96, "h34v-5h-33Z"));
  if (k === 6) shapes.push(...observatory(38, 120, 22));
  if (k === 7) shapes.push(...observatory(30, 122, 34), box("front", 70, 92, 8, 34), dome("front", 68, 94, 12, 2), box("glow", 72, 98, 4, 6));
  if (k === 8) shapes.push(box("front", 10, 90, 10, 40), dome("front", 8, 92, 14, 2), ...observatory(26, 124, 46), box("front", 80, 84, 10, 46), dome("front", 78, 86, 14, 2), ...[[13, 98], [83, 94], [83, 106], [13, 110], [34, 110], [44, 110], [54, 110]].map(([x, y]) => box("glow", x!, y!, 4, 6)));
  shapes.push(ground("near", 94 * k, 121, both(swell(94, 4), swell(31, 1.5))), ground("front", 94 * k + 20, 133, both(swell(70, 3), swell(23, 1))));
  if (k <= 2) shapes.push(line("front", [12, 30, 52, 74, 90].map((x, i) => `M${x + 3 * k} ${124 - (i % 2) * 3}l-2-8m2 8l1-10m-1 10l4-7`).join(""), 1));
  if (k === 1 || k === 2) shapes.push(put("front", 60 - 26 * (k - 1), 119, "l1-6 2.5-2 1.5 2 1 6Z"), put("front", 68 - 26 * (k - 1), 119, "l1-6 2.5-2 1.5 2 1 6Z"));
  return shapes;
}

const SCENES: Record<Colour, (k: number) => Shape[]> = { Y: desert, B: sea, W: mountains, G: forest, R: volcano, P: moonland };
const drawn = new Map<string, Shape[]>();

/** The landscape of a rank from 0 to 10; ranks below 2, which only the board game has, begin at the camp. */
export function landscape(colour: Colour, rank: number): Shape[] {
  const key = colour + rank;
  const found = drawn.get(key) ?? SCENES[colour](Math.max(0, Math.min(8, rank - 2)));
  drawn.set(key, found);
  return found;
}
