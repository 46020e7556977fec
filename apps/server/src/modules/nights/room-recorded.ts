import type { Interval } from '../../core/timeline/coverage.ts';
import { readRecordedStretches } from '../../core/timeline/recorded-stretches.ts';
import { readRoomStreams, type RoomRange, type RoomStreamParts } from './room-streams-store.ts';

/** Half an epoch: less than that changes nothing in a night. */
const LEAST_GAP_US = 15_000_000;

/**
 * When anything of a person was recorded in the room, whichever device it was that stood there. A
 * button that was pressed is no recording.
 */
export async function readRoomRecorded(
  parts: RoomStreamParts,
  range: RoomRange,
): Promise<Interval[]> {
  const present = (await readRoomStreams(parts, range, Number.POSITIVE_INFINITY)).filter(
    ({ stream }) => stream.sampleRateHz > 0,
  );
  const stays = new Map(present.map(({ stream, stays: own }) => [stream.serial, own]));
  const stretches = await readRecordedStretches(
    parts.database,
    present.map(({ stream }) => stream),
    range,
    LEAST_GAP_US,
  );
  return joined(
    stretches.flatMap(({ serial, fromUs, toUs }) =>
      (stays.get(serial) ?? []).flatMap((stay) => {
        const both = { fromUs: Math.max(fromUs, stay.fromUs), toUs: Math.min(toUs, stay.toUs) };
        return both.fromUs < both.toUs ? [both] : [];
      }),
    ),
  );
}

/** One after the other, those of several devices as one. */
function joined(intervals: readonly Interval[]): Interval[] {
  const whole: { fromUs: number; toUs: number }[] = [];
  for (const { fromUs, toUs } of intervals.toSorted((a, b) => a.fromUs - b.fromUs)) {
    const last = whole.at(-1);
    if (last !== undefined && fromUs <= last.toUs + LEAST_GAP_US)
      last.toUs = Math.max(last.toUs, toUs);
    else whole.push({ fromUs, toUs });
  }
  return whole;
}
