import { pino } from 'pino';
import { openDatabase } from '../../apps/server/src/core/database/open-database.ts';
import { createTimeline, type Timeline } from '../../apps/server/src/core/timeline/timeline.ts';
import type { Replayed, ReplayRun } from './replayed-recording.ts';

/** The samples of a stream on the timeline compared to its recording. */
export type KeptStream = {
  readonly name: string;
  /** Samples that the device produced, per channel. */
  readonly played: number;
  readonly kept: number;
  /** Samples of any channel that differ from the recording. */
  readonly different: number;
  /** Runs without a gap; more than one means that samples are missing or duplicated. */
  readonly runs: number;
  readonly startsAtUs: number | null;
};

/** Opens the database of a stopped server and compares every stream with its recording. */
export async function compareKept(
  dataFolder: string,
  replays: readonly Replayed[],
  run: ReplayRun,
): Promise<KeptStream[]> {
  const log = pino({ level: 'silent' });
  const database = await openDatabase({ dataFolder }, log);
  try {
    const timeline = createTimeline({ database, clock: { nowMs: Date.now }, log });
    return await Promise.all(
      replays.flatMap((replay) =>
        replay.recording.streams.map((_, index) => compareStream(timeline, replay, index, run)),
      ),
    );
  } finally {
    await database.close();
  }
}

async function compareStream(
  timeline: Timeline,
  { serial, recording, loop }: Replayed,
  index: number,
  { startUs, made }: ReplayRun,
): Promise<KeptStream> {
  const stream = recording.streams[index];
  if (stream === undefined) throw new Error(`${serial} has no stream ${index}`);
  const { streamId, kind } = stream.declaration;
  const runs = await timeline.read({
    serial,
    streamId,
    fromUs: startUs - 3600e6,
    toUs: startUs + 86_400e6,
  });
  const kept = runs.reduce((sum, run) => sum + (run.channels[0]?.length ?? 0), 0);
  const different = stream.channels.reduce(
    (sum, wanted, channel) =>
      sum +
      differences(
        runs.map((run) => run.channels[channel] ?? new Int16Array(0)),
        wanted,
        loop,
      ),
    0,
  );
  return {
    name: `${serial} ${streamId} ${kind}`,
    played: made.get(`${serial}/${streamId}`) ?? 0,
    kept,
    different,
    runs: runs.length,
    startsAtUs: runs[0]?.firstSampleTimeUs ?? null,
  };
}

function differences(kept: readonly Int16Array[], wanted: Int16Array, loop: boolean): number {
  let different = 0;
  let at = 0;
  for (const values of kept) {
    for (const value of values) {
      if (value !== wanted[loop ? at % wanted.length : at]) different += 1;
      at += 1;
    }
  }
  return different;
}
