import type { Interval } from '../../core/timeline/coverage.ts';
import { readRecordedStretches } from '../../core/timeline/recorded-stretches.ts';
import { readRoomStreams, type RoomRange, type RoomStreamContext } from './room-streams-store.ts';

/** Half an epoch. Shorter gaps do not affect a night. */
const MIN_GAP_US = 15_000_000;

/** When any device in the room recorded a signal. Button presses do not count as recording. */
export async function readRoomRecorded(
  context: RoomStreamContext,
  range: RoomRange,
): Promise<Interval[]> {
  const present = (await readRoomStreams(context, range, Number.POSITIVE_INFINITY)).filter(
    ({ stream }) => stream.sampleRateHz > 0,
  );
  const stays = new Map(present.map(({ stream, stays: own }) => [stream.serial, own]));
  const recorded = await readRecordedStretches(
    context.database,
    present.map(({ stream }) => stream),
    range,
    MIN_GAP_US,
  );
  return mergeIntervals(
    recorded.flatMap(({ serial, fromUs, toUs }) =>
      (stays.get(serial) ?? []).flatMap((stay) => {
        const overlap = { fromUs: Math.max(fromUs, stay.fromUs), toUs: Math.min(toUs, stay.toUs) };
        return overlap.fromUs < overlap.toUs ? [overlap] : [];
      }),
    ),
  );
}

/** Merges intervals that overlap or nearly touch, in chronological order. */
function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: { fromUs: number; toUs: number }[] = [];
  for (const { fromUs, toUs } of intervals.toSorted((a, b) => a.fromUs - b.fromUs)) {
    const last = merged.at(-1);
    if (last !== undefined && fromUs <= last.toUs + MIN_GAP_US)
      last.toUs = Math.max(last.toUs, toUs);
    else merged.push({ fromUs, toUs });
  }
  return merged;
}
