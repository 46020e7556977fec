import type { Box } from '../surface/surface.ts';
import type { NightLane } from './night-spec.ts';

const FAR_MS = 60 * 60_000;
const NEAR_MS = 4 * 60_000;

/** 0 when hours are seen, 1 when minutes are: lanes of the night make room for waveforms without a jump. */
export function nearness(windowMs: number): number {
  const share = (Math.log(FAR_MS) - Math.log(windowMs)) / (Math.log(FAR_MS) - Math.log(NEAR_MS));
  const clamped = Math.min(1, Math.max(0, share));
  return clamped * clamped * (3 - 2 * clamped);
}

/** Lanes from top to bottom with a gap between them; a lane without data takes no more than a line of words. */
export function layOut(lanes: readonly NightLane[], area: Box, near: number, gap: number, line: number): Box[] {
  const free = Math.max(0, area.height - gap * Math.max(0, lanes.length - 1));
  const missing = Math.min(line, lanes.length === 0 ? line : free / lanes.length);
  const weights = lanes.map((lane) => (lane.missing === null ? lane.far + (lane.near - lane.far) * near : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shared = free - missing * weights.filter((weight) => weight === 0).length;
  let y = area.y;
  return weights.map((weight) => {
    const height = weight === 0 ? missing : (shared * weight) / Math.max(total, 1e-9);
    const box = { x: area.x, y: Math.round(y), width: area.width, height: Math.max(1, Math.round(y + height) - Math.round(y)) };
    y += height + gap;
    return box;
  });
}
