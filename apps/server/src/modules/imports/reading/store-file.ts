import type { RecordingClock } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import { holdJob } from '../../../core/messaging/jobs/job-store.ts';
import { createBlockCoder } from '../../../core/timeline/chunks/block-coder.ts';
import { databaseChunkStore } from '../../../core/timeline/chunks/chunk-store.ts';
import {
  appendFrames,
  type ImportedFrame,
} from '../../../core/timeline/importing/append-frames.ts';
import type { ChunkWriter } from '../../../core/timeline/importing/chunk-writes.ts';
import { moveCursor, readCursor } from '../import-runs.ts';
import { recordingStartUs } from './check-samples.ts';
import { nativeFrames, nativeWindows, readNativeHeader } from './native-file.ts';
import { detectFileFormat, openSamples } from './open-samples.ts';
import type { Original } from './original.ts';
import type { ReadingStart, StoreTask } from './reading-messages.ts';
import { cutFrames } from './sample-frames.ts';

/** Frames that one transaction stores together with the cursor. */
type Batch = { readonly frames: readonly ImportedFrame[]; readonly fraction: number };

/** Limits a batch, so that its transaction takes well under a second. */
const BATCH_SAMPLES = 300_000;
const BATCH_FRAMES = 4_000;

/**
 * Stores a checked file on the timeline. Repeated reads give equal batches, so a killed run resumes
 * at the first missing batch and the counts stay exact.
 */
export async function storeFile(
  start: ReadingStart,
  task: StoreTask,
  database: Database,
  original: Original,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const beganMs = performance.now();
  const nowMs = (): number => start.startedMs + performance.now() - beganMs;
  const writer: ChunkWriter = {
    store: databaseChunkStore,
    coder: createBlockCoder(),
    nowMs,
  };
  const { windowsDone } = await readCursor(database, start.key);
  let batchNumber = 0;
  for await (const batch of readBatches(start, task, original)) {
    if (batchNumber >= windowsDone) {
      const number = batchNumber;
      await database.transaction(async (queries) => {
        await holdJob(queries, task.lease);
        const report = await appendFrames(writer, queries, task.target, batch.frames);
        if (!(await moveCursor(queries, start.key, number, report)))
          throw new Error(`batch ${number} of import ${start.key.uploadId} is already stored`);
      });
    }
    batchNumber += 1;
    onProgress(batch.fraction);
  }
}

async function* readBatches(
  start: ReadingStart,
  task: StoreTask,
  original: Original,
): AsyncGenerator<Batch> {
  const format = await detectFileFormat(original);
  const clock = start.settings.clock ?? { offsetSeconds: 0, driftPpm: 0 };
  if (format === 'native') yield* nativeBatches(task, original, clock);
  else yield* sampleBatches(start, task, original, format, clock);
}

/** Native frames keep their content and device times. A clock error is stored as an offset. */
async function* nativeBatches(
  task: StoreTask,
  original: Original,
  clock: RecordingClock,
): AsyncGenerator<Batch> {
  const { framesOffset } = await readNativeHeader(original);
  const offsetUs = (deviceTimeUs: number): number =>
    -roundToCentiseconds(correctionUs(clock, deviceTimeUs - task.plan.fromUs));
  for await (const window of nativeWindows(original, framesOffset, () => undefined)) {
    for (let at = 0; at < window.frames.length; at += BATCH_FRAMES) {
      const some = window.frames.slice(at, at + BATCH_FRAMES);
      yield {
        frames: nativeFrames(some, task.plan, task.serial, task.receivedMs, offsetUs),
        fraction: window.fraction,
      };
    }
  }
}

async function* sampleBatches(
  start: ReadingStart,
  task: StoreTask,
  original: Original,
  format: Parameters<typeof openSamples>[1],
  clock: RecordingClock,
): AsyncGenerator<Batch> {
  const source = await openSamples(original, format, start);
  const fromUs = recordingStartUs(source.startedAt, start.settings, start.timeZone);
  const timeUs = (seconds: number): number =>
    Math.round(fromUs + seconds * 1e6 + correctionUs(clock, seconds * 1e6));
  for await (const part of source.parts()) {
    const due = cutFrames(part, task.plan.streams, {
      serial: task.serial,
      receivedMs: task.receivedMs,
      timeUs,
    });
    let waiting: typeof due = [];
    let samples = 0;
    for (const frame of due) {
      waiting.push(frame);
      samples += frame.samples;
      if (samples < BATCH_SAMPLES && waiting.length < BATCH_FRAMES) continue;
      yield { frames: waiting.map(({ make }) => make()), fraction: part.fraction };
      waiting = [];
      samples = 0;
    }
    if (waiting.length > 0)
      yield { frames: waiting.map(({ make }) => make()), fraction: part.fraction };
  }
}

/** True time minus recorded time, at a given time since the start of the recording. */
const correctionUs = ({ offsetSeconds, driftPpm }: RecordingClock, sinceStartUs: number): number =>
  offsetSeconds * 1e6 + (driftPpm * sinceStartUs) / 1e6;

/** Rounds to 10 ms, because every distinct offset needs a new chunk. */
const roundToCentiseconds = (microseconds: number): number =>
  Math.round(microseconds / 10_000) * 10_000;
