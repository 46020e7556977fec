import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { createPoolDatabase } from '../../database/pool-database.ts';
import { lowerPriority } from '../../lower-priority.ts';
import { createByteArena } from '../chunks/byte-arena.ts';
import { createBlockCoder } from '../chunks/block-coder.ts';
import { databaseChunkStore } from '../chunks/chunk-store.ts';
import { buildHours } from '../pyramid/hour-store.ts';
import type { CompactionStart, FromCompaction, ToCompaction } from './compaction-messages.ts';
import type { SlotKey } from '../timeline-frame.ts';
import { LANES, compact, compactSlots, type CompactionReport } from './compactor.ts';
import { createStagedBatchCache } from './staged-batch-cache.ts';

/**
 * Worker thread that moves staged frames into chunks, with its own connections, coder and memory
 * (decision 011).
 */
const CONNECTIONS = 3;
/** Roughly the size of a transaction's chunks. */
const ARENA_BYTES = 4 * 1024 * 1024;
/** Delay before full slots are moved, so that slots that fill at the same time move together. */
const FULL_SLOTS_MS = 50;
/** After this time another server has moved the frames. */
const MAX_IDLE_SECONDS = 60;
/** Niceness: slightly below the main thread, on systems with priorities per thread. */
const NICENESS = 2;

function run(settings: CompactionStart, port: NonNullable<typeof parentPort>): void {
  const post = (message: FromCompaction): void => port.postMessage(message);
  const log = pino(
    {
      level: settings.logLevel,
      base: null,
      timestamp: false,
      formatters: { level: (level) => ({ level }) },
    },
    {
      write: (line) => {
        const { level, msg, ...fields } = JSON.parse(line);
        post({ kind: 'log', level, fields, text: msg });
      },
    },
  );
  const database = createPoolDatabase({ url: settings.databaseUrl, connections: CONNECTIONS }, log);
  const coder = createBlockCoder();
  // Use the server's time, even if the machine's clock steps.
  const startedMs = Date.now() + settings.clockOffsetMs - performance.now();
  const clock = { nowMs: () => startedMs + performance.now() };
  const kept = createStagedBatchCache((roomId) => post({ kind: 'freed', roomId }));
  const arenas = Array.from({ length: LANES }, () => createByteArena(ARENA_BYTES));
  const store = databaseChunkStore;
  const state: {
    timer?: NodeJS.Timeout;
    fullTimer?: NodeJS.Timeout | undefined;
    full: SlotKey[];
    running: Promise<unknown>;
    closing: boolean;
  } = { full: [], running: Promise.resolve(), closing: false };
  const compactor = { database, store, coder, clock, log, kept, arenas };

  async function pass(settleSeconds: number, restSeconds: number): Promise<CompactionReport> {
    kept.dropBefore(clock.nowMs() - (settings.settleSeconds + MAX_IDLE_SECONDS) * 1000);
    const report = await compact({ ...compactor, settleSeconds });
    await buildHours(database, store, coder, clock, restSeconds);
    return report;
  }

  /** Sequential, because they share one coder and the arenas. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = state.running.then(work);
    state.running = done.catch((error: unknown) =>
      log.warn({ err: error }, 'compaction failed; will retry'),
    );
    return done;
  }

  function passLater(): void {
    if (state.closing) return;
    state.timer = setTimeout(() => {
      inTurn(() => pass(settings.settleSeconds, settings.restSeconds))
        .catch(() => undefined)
        .finally(passLater);
    }, settings.everySeconds * 1000);
  }

  /** Slots that cannot be moved now are left to a later pass. */
  function moveSoon(slots: readonly SlotKey[]): void {
    state.full.push(...slots);
    if (state.full.length === 0 || state.closing) return;
    state.fullTimer ??= setTimeout(() => {
      state.fullTimer = undefined;
      inTurn(() =>
        compactSlots({ ...compactor, settleSeconds: settings.settleSeconds }, state.full.splice(0)),
      ).catch(() => undefined);
    }, FULL_SLOTS_MS);
  }

  port.on('message', (message: ToCompaction) => {
    switch (message.kind) {
      case 'staged':
        moveSoon(
          kept.add(
            message.roomId,
            {
              batches: message.batches,
              bytes: new Uint8Array(settings.ring, message.at, message.length),
            },
            clock.nowMs(),
          ),
        );
        break;
      case 'pass':
        inTurn(() => pass(message.settleSeconds, message.restSeconds)).then(
          (report) => post({ kind: 'passed', id: message.id, report }),
          (error: unknown) =>
            post({
              kind: 'failed',
              id: message.id,
              reason: error instanceof Error ? error.message : String(error),
            }),
        );
        break;
      case 'close':
        state.closing = true;
        clearTimeout(state.timer);
        clearTimeout(state.fullTimer);
        void state.running.then(() => database.close()).finally(() => port.close());
        break;
    }
  });
  passLater();
}

lowerPriority(NICENESS);
if (parentPort !== null) run(workerData, parentPort);
