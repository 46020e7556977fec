import type { TimelineStreams } from '@yamori/domain';
import type { TimeWindow } from '../../live/chart/nights/night-spec.ts';
import type { Stretch } from './night-stages.ts';

/** Grace period: devices send measurements immediately, so anything later is missing. */
const COMES_WITHIN_MS = 60_000;

/** The gaps between the recordings of a range, up to now. */
export function gapsOf(
  { fromMs, toMs }: TimeWindow,
  recorded: TimelineStreams['recorded'],
  nowMs: number,
): Stretch[] {
  const endMs = Math.min(toMs, nowMs - COMES_WITHIN_MS);
  const gaps: Stretch[] = [];
  let atMs = fromMs;
  for (const { from, to } of recorded) {
    if (from > atMs) gaps.push({ fromMs: atMs, toMs: Math.min(from, endMs) });
    atMs = Math.max(atMs, to);
  }
  if (atMs < endMs) gaps.push({ fromMs: atMs, toMs: endMs });
  return gaps.filter((gap) => gap.fromMs < gap.toMs);
}
