import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { ProblemError } from '@yamori/domain';
import type { Database } from '../../../core/database/database.ts';
import { createPoolDatabase } from '../../../core/database/pool-database.ts';
import { lowerPriority } from '../../../core/lower-priority.ts';
import { fitRecordingClock } from './fit-recording-clock.ts';
import { openOriginal, type Original } from './original.ts';
import { checkNative } from './native-file.ts';
import { checkSamples } from './check-samples.ts';
import type { ImportPlan } from './import-plan.ts';
import { detectFileFormat, openSamples } from './open-samples.ts';
import type { CheckTask, FromReading, ReadingStart } from './reading-messages.ts';
import { storeFile } from './store-file.ts';

/**
 * This thread reads one file, so that a bad file cannot block the server and can be terminated
 * (docs/import.md).
 */
const CONNECTIONS = 2;
/** Slightly lower priority than the main thread, where the system has thread priorities. */
const PRIORITY = 4;
/** The share of the check that is hashing. */
const HASHING_SHARE = 0.3;

async function perform(
  start: ReadingStart,
  database: Database,
  post: (message: FromReading) => void,
): Promise<FromReading> {
  const original = openOriginal(database, start.key, start.sizeBytes, start.fileName);
  const onProgress = (fraction: number): void => post({ kind: 'progress', fraction });
  switch (start.task.kind) {
    case 'check':
      return { kind: 'checked', plan: await check(start, start.task, original, onProgress) };
    case 'store': {
      await storeFile(start, start.task, database, original, onProgress);
      return { kind: 'stored' };
    }
    case 'clock': {
      const fit = await fitRecordingClock(start, start.task, database, original, onProgress);
      return { kind: 'fitted', fit };
    }
  }
}

async function check(
  start: ReadingStart,
  task: CheckTask,
  original: Original,
  onProgress: (fraction: number) => void,
): Promise<ImportPlan> {
  if ((await original.hash((fraction) => onProgress(fraction * HASHING_SHARE))) !== task.sha256)
    throw new ProblemError('upload-checksum-invalid');
  const format = await detectFileFormat(original);
  const rest = (fraction: number): void =>
    onProgress(HASHING_SHARE + fraction * (1 - HASHING_SHARE));
  if (format === 'native') return checkNative(original, rest);
  return checkSamples(
    await openSamples(original, format, start),
    start.settings,
    start.timeZone,
    rest,
  );
}

/** Readers throw a RangeError when an allocation fails. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError &&
  /allocation failed|Invalid (typed )?array( buffer)? length|Invalid string length/i.test(
    error.message,
  );

function toFailure(error: unknown): FromReading {
  if (error instanceof ProblemError) return { kind: 'refused', problem: error.problem };
  if (isOutOfMemory(error)) return { kind: 'refused', problem: { code: 'import-memory' } };
  return {
    kind: 'failed',
    reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
}

async function run(start: ReadingStart, port: NonNullable<typeof parentPort>): Promise<void> {
  const post = (message: FromReading): void => port.postMessage(message);
  const database = createPoolDatabase(
    { url: start.databaseUrl, connections: CONNECTIONS },
    pino({ level: 'silent' }),
  );
  try {
    post(await perform(start, database, post));
  } catch (error) {
    post(toFailure(error));
  } finally {
    await database.close();
    port.close();
  }
}

lowerPriority(PRIORITY);
if (parentPort !== null) void run(workerData, parentPort);
