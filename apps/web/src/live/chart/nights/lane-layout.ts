import type { Box } from '../surface/surface.ts';
import type { NightLane } from './night-spec.ts';

const FAR_MS = 60 * 60_000;
const NEAR_MS = 4 * 60_000;

/**
 * 0 when hours are visible, 1 when minutes are. Night lanes shrink for waveforms without a jump.
 */
export function nearness(windowMs: number): number {
  const share = (Math.log(FAR_MS) - Math.log(windowMs)) / (Math.log(FAR_MS) - Math.log(NEAR_MS));
  const clamped = Math.min(1, Math.max(0, share));
  return clamped * clamped * (3 - 2 * clamped);
}

/**
 * Lanes from top to bottom with gaps. A lane without data takes one line of text; with the gap, any
 * other lane has room for its name.
 */
export function layOut(
  lanes: readonly NightLane[],
  area: Box,
  near: number,
  gap: number,
  line: number,
): Box[] {
  const free = Math.max(0, area.height - gap * Math.max(0, lanes.length - 1));
  const mean = free / Math.max(1, lanes.length);
  const least = lanes.map(({ missing }) =>
    Math.min(mean, missing === null ? Math.max(0, line - gap) : line),
  );
  const heights = shareOut(
    lanes.map((lane) => (lane.missing === null ? lane.far + (lane.near - lane.far) * near : 0)),
    free,
    least,
  );
  let y = area.y;
  return heights.map((height) => {
    const box = {
      x: area.x,
      y: Math.round(y),
      width: area.width,
      height: Math.max(1, Math.round(y + height) - Math.round(y)),
    };
    y += height + gap;
    return box;
  });
}

/**
 * Shares height by weight, but gives every lane its minimum, so that names do not overlap. The
 * other lanes make up the difference.
 */
function shareOut(weights: readonly number[], free: number, least: readonly number[]): number[] {
  const small = new Set<number>();
  for (;;) {
    const rest = [...small].reduce((left, index) => left - (least[index] ?? 0), free);
    const total = weights.reduce(
      (sum, weight, index) => (small.has(index) ? sum : sum + weight),
      0,
    );
    const heights = weights.map((weight, index) =>
      small.has(index) ? (least[index] ?? 0) : (rest * weight) / Math.max(total, 1e-9),
    );
    const next = heights.flatMap((height, index) =>
      !small.has(index) && height < (least[index] ?? 0) ? [index] : [],
    );
    if (next.length === 0) return heights;
    for (const index of next) small.add(index);
  }
}
