import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { createPoolDatabase } from '../../database/pool-database.ts';
import { createByteArena } from '../chunks/byte-arena.ts';
import { createBlockCoder } from '../chunks/block-coder.ts';
import { databaseChunkStore } from '../chunks/chunk-store.ts';
import { buildHours } from '../pyramid/hour-store.ts';
import type { CompactionStart, FromCompaction, ToCompaction } from './compaction-messages.ts';
import { LANES, compact, type CompactionReport } from './compactor.ts';
import { createKeptBatches } from './kept-batches.ts';

/** The thread that moves staged frames into chunks: its own connections, coder and memory (decision 011). */
const CONNECTIONS = 3;
/** About the chunks of one transaction. */
const ARENA_BYTES = 4 * 1024 * 1024;
/** A slot that has become full is moved after this, with others that become full about now. */
const FULL_SLOT_MS = 50;
/** What nobody has moved by then another server has moved. */
const KEPT_MOST_SECONDS = 60;
/** Below the thread that serves devices and people, where the system has priorities for threads. */
const PRIORITY = 5;

function run(settings: CompactionStart, port: NonNullable<typeof parentPort>): void {
  const post = (message: FromCompaction): void => port.postMessage(message);
  const log = pino(
    { level: settings.logLevel, base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
    { write: (line) => { const { level, msg, ...fields } = JSON.parse(line); post({ kind: 'log', level, fields, words: msg }); } },
  );
  const database = createPoolDatabase({ url: settings.databaseUrl, connections: CONNECTIONS }, log);
  const coder = createBlockCoder();
  const clock = { nowMs: () => Date.now() };
  const kept = createKeptBatches((roomId) => post({ kind: 'freed', roomId }));
  const arenas = Array.from({ length: LANES }, () => createByteArena(ARENA_BYTES));
  const store = databaseChunkStore;
  const state: { timer?: NodeJS.Timeout | undefined; dueMs: number; running: Promise<unknown>; closing: boolean } = { dueMs: Infinity, running: Promise.resolve(), closing: false };

  async function pass(settleSeconds: number, restSeconds: number): Promise<CompactionReport> {
    kept.dropBefore(clock.nowMs() - (settings.settleSeconds + KEPT_MOST_SECONDS) * 1000);
    const report = await compact({ database, store, coder, clock, log, settleSeconds, kept, arenas });
    await buildHours(database, store, coder, clock, restSeconds);
    return report;
  }

  /** One pass behind the other. */
  function inTurn(settleSeconds: number, restSeconds: number): Promise<CompactionReport> {
    const done = state.running.then(() => pass(settleSeconds, restSeconds));
    state.running = done.catch(() => undefined);
    return done;
  }

  function passWithin(ms: number): void {
    if (state.closing || clock.nowMs() + ms >= state.dueMs) return;
    clearTimeout(state.timer);
    state.dueMs = clock.nowMs() + ms;
    state.timer = setTimeout(() => {
      state.dueMs = Infinity;
      inTurn(settings.settleSeconds, settings.restSeconds)
        .catch((error: unknown) => log.warn({ err: error }, 'compaction failed; it is tried again'))
        .finally(() => passWithin(settings.everySeconds * 1000));
    }, ms);
  }

  port.on('message', (message: ToCompaction) => {
    switch (message.kind) {
      case 'staged':
        if (kept.add(message.roomId, { batches: message.batches, bytes: new Uint8Array(settings.ring, message.at, message.length) }, clock.nowMs())) passWithin(FULL_SLOT_MS);
        break;
      case 'pass':
        inTurn(message.settleSeconds, message.restSeconds).then(
          (report) => post({ kind: 'passed', id: message.id, report }),
          (error: unknown) => post({ kind: 'failed', id: message.id, reason: error instanceof Error ? error.message : String(error) }),
        );
        break;
      case 'close':
        state.closing = true;
        clearTimeout(state.timer);
        void state.running.then(() => database.close()).finally(() => port.close());
        break;
    }
  });
  passWithin(settings.everySeconds * 1000);
}

/** On Linux a thread has a priority of its own, and 0 names the thread that asks. */
if (process.platform === 'linux') setPriority(0, PRIORITY);
if (parentPort !== null) run(workerData, parentPort);
