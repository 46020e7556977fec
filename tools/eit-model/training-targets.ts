import { eitImagePixels, eitImageWidth, eitReadings } from '@yamori/signal';
import type { RingMesh } from './ring-mesh.ts';

/**
 * A module constant, because the test runner resolves imported names on every iteration of the
 * inner loops.
 */
const readings = eitReadings;

/** Small targets across the body, each with its signal at the electrodes. */
export interface TrainingTargets {
  x: Float64Array;
  y: Float64Array;
  /** 208 relative voltage changes per target, for a conductivity change of 1 (100 %) in it. */
  signals: Float64Array;
  /** Area of each target over the area of a pixel. */
  weight: Float64Array;
}

/** Sample points along the edge of the image; four by four fall into a pixel. */
const POINTS = 4 * eitImageWidth;
/** Targets along the edge of the image. */
const CELLS = 2 * eitImageWidth;
/**
 * Closer to the outline than this share of the radius, single triangles under electrodes dominate
 * the signal.
 */
const RIM = 0.04;

/** The triangle at each sample point of the image square (row 0 at the top), or −1. */
export function locatePoints(mesh: RingMesh): Int32Array {
  const found = new Int32Array(POINTS * POINTS).fill(-1);
  const column = (x: number) => ((x + 1) * POINTS) / 2 - 0.5;
  for (let triangle = 0; triangle < mesh.area.length; triangle++) {
    const [a = 0, b = 0, c = 0] = mesh.triangles.subarray(triangle * 3, triangle * 3 + 3);
    const [xs, ys] = [
      [a, b, c].map((n) => column(mesh.x[n] ?? 0)),
      [a, b, c].map((n) => column(-(mesh.y[n] ?? 0))),
    ];
    for (
      let row = Math.max(0, Math.ceil(Math.min(...ys)));
      row <= Math.min(POINTS - 1, Math.max(...ys));
      row++
    ) {
      for (
        let col = Math.max(0, Math.ceil(Math.min(...xs)));
        col <= Math.min(POINTS - 1, Math.max(...xs));
        col++
      ) {
        if (isInside(xs, ys, col, row)) found[row * POINTS + col] = triangle;
      }
    }
  }
  return found;
}

/** 1 for each pixel with at least half of its area inside the body. */
export function pixelMask(points: Int32Array): Uint8Array {
  const inside = new Uint8Array(eitImagePixels);
  const perPixel = POINTS / eitImageWidth;
  for (let at = 0; at < points.length; at++) {
    if ((points[at] ?? -1) < 0) continue;
    const pixel =
      Math.floor(Math.floor(at / POINTS) / perPixel) * eitImageWidth +
      Math.floor((at % POINTS) / perPixel);
    inside[pixel] = (inside[pixel] ?? 0) + 1;
  }
  return inside.map((count) => (count * 2 >= perPixel * perPixel ? 1 : 0));
}

/** @param sensitivities rows of 208 per triangle, per unit of area (see forward-model) */
export function trainingTargets(
  mesh: RingMesh,
  points: Int32Array,
  sensitivities: Float64Array,
  voltages: Float64Array,
): TrainingTargets {
  const perCell = POINTS / CELLS;
  const pointArea = (2 / POINTS) ** 2;
  const cells = new Map<number, { count: number; signal: Float64Array }>();
  for (let at = 0; at < points.length; at++) {
    const triangle = points[at] ?? -1;
    if (triangle < 0 || isInRim(mesh, triangle)) continue;
    const cell =
      Math.floor(Math.floor(at / POINTS) / perCell) * CELLS + Math.floor((at % POINTS) / perCell);
    const target = cells.get(cell) ?? { count: 0, signal: new Float64Array(readings) };
    cells.set(cell, target);
    target.count += 1;
    for (let i = 0; i < readings; i++) {
      // Higher conductivity lowers the voltage; the sensitivity already includes the minus of
      // −∫∇u·∇u.
      target.signal[i] =
        (target.signal[i] ?? 0) +
        ((sensitivities[triangle * readings + i] ?? 0) * pointArea) / (voltages[i] ?? 1);
    }
  }
  const all = [...cells];
  const signals = new Float64Array(all.length * readings);
  for (const [index, [, { signal }]] of all.entries()) signals.set(signal, index * readings);
  const pixelArea = (2 / eitImageWidth) ** 2;
  return {
    x: Float64Array.from(all, ([cell]) => (((cell % CELLS) + 0.5) * 2) / CELLS - 1),
    y: Float64Array.from(all, ([cell]) => 1 - ((Math.floor(cell / CELLS) + 0.5) * 2) / CELLS),
    signals,
    weight: Float64Array.from(all, ([, { count }]) => (count * pointArea) / pixelArea),
  };
}

function isInRim(mesh: RingMesh, triangle: number): boolean {
  // Triangles are stored ring by ring from the centre: 8 (2 i − 1) in ring i.
  return Math.ceil(Math.sqrt((triangle + 1) / 8)) > mesh.rings * (1 - RIM);
}

function isInside(xs: number[], ys: number[], x: number, y: number): boolean {
  const [xa = 0, xb = 0, xc = 0] = xs;
  const [ya = 0, yb = 0, yc = 0] = ys;
  const side = (x1: number, y1: number, x2: number, y2: number) =>
    (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  const [p, q, r] = [side(xa, ya, xb, yb), side(xb, yb, xc, yc), side(xc, yc, xa, ya)];
  return (p >= 0 && q >= 0 && r >= 0) || (p <= 0 && q <= 0 && r <= 0);
}
