import type { BlockCoder } from '@yamori/frames';
import type { Logger } from 'pino';
import type { Database, Queries } from '../../database/database.ts';
import type { ByteArena } from '../chunks/byte-arena.ts';
import type { ChunkIndex, ChunkStore, StoredChunk } from '../chunks/chunk-store.ts';
import { toHour } from '../pyramid/levels.ts';
import { markDirtyHours } from '../pyramid/hour-store.ts';
import { streamName, type Clock, type SlotKey } from '../timeline-frame.ts';
import type { StagedBatchCache } from './staged-batch-cache.ts';
import { mergeSlot } from './slot-merge.ts';
import { findRipeSlots, takeStaged, type StagedBatch } from '../staging/staging-store.ts';

type CompactorOptions = {
  readonly database: Database;
  readonly store: ChunkStore;
  readonly coder: BlockCoder;
  readonly clock: Clock;
  readonly log: Logger;
  /** A slot stays staged this long after its first frame, so that live slots are written once. */
  readonly settleSeconds: number;
  readonly slotsPerTransaction?: number;
  /** Frames in memory, which need not be read. */
  readonly kept?: StagedBatchCache;
  /** One arena per lane, for building chunks. */
  readonly arenas?: readonly ByteArena[];
};

export type CompactionReport = {
  readonly slots: number;
  readonly chunks: number;
  readonly frames: number;
  readonly repeatedFrames: number;
  readonly failedSlots: number;
};

/**
 * Moves settled slots from staging into chunks until none is left. Compactors may run concurrently,
 * also on other servers: each locks the streams that it moves and skips locked ones. Transactions
 * are atomic, so a kill neither loses nor duplicates frames.
 */
export async function compact(options: CompactorOptions): Promise<CompactionReport> {
  const total = emptyReport();
  const left = new Set<string>();
  const batchSize = LANES * (options.slotsPerTransaction ?? SLOTS_PER_TRANSACTION);
  for (;;) {
    const ripe = await findRipeSlots(
      options.database,
      options.clock.nowMs() - options.settleSeconds * 1000,
      batchSize + left.size,
    );
    const slots = ripe.filter((slot) => !left.has(slotName(slot)));
    if (slots.length === 0) return total;
    // Slots that another compactor holds, or that failed, are skipped for the rest of this pass.
    const { tried, moved } = await moveInLanes(options, slots, total);
    for (const name of tried) if (!moved.has(name)) left.add(name);
  }
}

/** Moves only the given slots; slots that another compactor holds are left to a later pass. */
export async function compactSlots(
  options: CompactorOptions,
  slots: readonly SlotKey[],
): Promise<CompactionReport> {
  const total = emptyReport();
  for (let waiting = slots; waiting.length > 0;) {
    const { tried } = await moveInLanes(options, waiting, total);
    waiting = waiting.filter((slot) => !tried.has(slotName(slot)));
  }
  return total;
}

const SLOTS_PER_TRANSACTION = 64;
const emptyReport = (): Totals => ({
  slots: 0,
  chunks: 0,
  frames: 0,
  repeatedFrames: 0,
  failedSlots: 0,
});

/** Runs one transaction per lane, up to its limit of slots. */
async function moveInLanes(
  options: CompactorOptions,
  slots: readonly SlotKey[],
  total: Totals,
): Promise<{ readonly tried: ReadonlySet<string>; readonly moved: ReadonlySet<string> }> {
  const lanes = assignLanes(slots).map((lane) =>
    lane.slice(0, options.slotsPerTransaction ?? SLOTS_PER_TRANSACTION),
  );
  const moved = await waitForAll(
    lanes.map((lane, index) =>
      moveOrSplit({ ...options, arena: options.arenas?.[index] }, lane, total),
    ),
  );
  return {
    tried: new Set(lanes.flat().map(slotName)),
    moved: new Set(moved.flatMap((names) => [...names])),
  };
}

/** Concurrent transactions: one packs here while the database writes the other. */
export const LANES = 2;

type LaneOptions = CompactorOptions & { readonly arena?: ByteArena | undefined };

/** Waits for all, so that no transaction is open when a pass fails. */
async function waitForAll<Result>(works: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** Assigns all slots of a stream to one lane, because a lane locks its streams. */
function assignLanes(slots: readonly SlotKey[]): SlotKey[][] {
  const streams = [...Map.groupBy(slots, streamName).values()];
  return Array.from({ length: LANES }, (_, lane) =>
    streams.filter((_own, index) => index % LANES === lane).flat(),
  ).filter((lane) => lane.length > 0);
}

type Totals = {
  slots: number;
  chunks: number;
  frames: number;
  repeatedFrames: number;
  failedSlots: number;
};

const slotName = (slot: SlotKey): string => `${slot.slot}/${streamName(slot)}`;

/** Moves slots one by one after an error, so that an unreadable slot does not block the others. */
async function moveOrSplit(
  options: LaneOptions,
  slots: readonly SlotKey[],
  total: Totals,
): Promise<ReadonlySet<string>> {
  try {
    return await moveSlots(options, slots, total);
  } catch (error) {
    await options.database.ping();
    if (slots.length === 1) {
      total.failedSlots += 1;
      options.log.error(
        { err: error, slot: slots[0] },
        'failed to move staged frames into a chunk; they stay staged and readable',
      );
      return new Set();
    }
    const moved = new Set<string>();
    for (const slot of slots)
      for (const name of await moveOrSplit(options, [slot], total)) moved.add(name);
    return moved;
  }
}

async function moveSlots(
  options: LaneOptions,
  slots: readonly SlotKey[],
  total: Totals,
): Promise<ReadonlySet<string>> {
  const report = await options.database.transaction(async (queries) => {
    const spans = await lockStreams(queries, slots);
    const held = slots.filter((slot) => spans.has(streamName(slot)));
    if (held.length === 0) return { held, taken: [], chunks: [], repeated: 0, frames: 0 };
    const taken = await takeBatches(queries, held, options.kept);
    const { chunks, repeated, frames } = await mergeBatches(options, queries, taken);
    await options.store.put(queries, chunks);
    await markDirtyHours(queries, getHours(chunks), options.clock.nowMs());
    await widenSpans(queries, chunks, spans);
    return { held, taken, chunks, repeated, frames };
  });
  options.kept?.drop(report.taken.map((batch) => batch.batchId));
  total.slots += report.held.length;
  total.chunks += report.chunks.length;
  total.frames += report.frames;
  total.repeatedFrames += report.repeated;
  return new Set(report.held.map(slotName));
}

/** Locks the streams that no one else holds; returns their recorded maximum spans. */
async function lockStreams(
  queries: Queries,
  slots: readonly SlotKey[],
): Promise<Map<string, number>> {
  const rows = await queries.query<{ serial: string; stream_id: number; max_span_us: string }>({
    name: 'lock_streams',
    text: `select serial, stream_id, max_span_us from timeline_streams
      where (serial, stream_id) in (select * from unnest($1::text[], $2::int[])) order by serial, stream_id for update skip locked`,
    values: [slots.map((slot) => slot.serial), slots.map((slot) => slot.streamId)],
  });
  return new Map(
    rows.map((row) => [
      streamName({ serial: row.serial, streamId: row.stream_id }),
      Number(row.max_span_us),
    ]),
  );
}

async function takeBatches(
  queries: Queries,
  slots: readonly SlotKey[],
  kept: StagedBatchCache | undefined,
): Promise<StagedBatch[]> {
  const rows = await takeStaged(queries, slots, kept?.of(slots) ?? []);
  return rows.map((row) => {
    const frames = row.frames ?? kept?.getFrames(row.batchId);
    if (frames === undefined) throw new Error('cached frames disappeared before they were packed');
    return { ...row, frames };
  });
}

async function mergeBatches(
  { store, coder, arena }: LaneOptions,
  queries: Queries,
  batches: readonly StagedBatch[],
): Promise<{ chunks: StoredChunk[]; repeated: number; frames: number }> {
  arena?.clear();
  const chunks: StoredChunk[] = [];
  let repeated = 0;
  let frames = 0;
  const bySlot = Map.groupBy(batches, slotName);
  const existing = Map.groupBy(
    await store.ofSlots(
      queries,
      'body',
      [...bySlot.values()].flatMap((own) => own.slice(0, 1)),
    ),
    slotName,
  );
  for (const [name, own] of bySlot) {
    const merged = mergeSlot(coder, existing.get(name) ?? [], own, arena?.take);
    chunks.push(...merged.chunks);
    repeated += merged.repeated;
    frames += merged.frames;
    // Packing takes up to a millisecond per chunk: yield to other work in between.
    await new Promise(setImmediate);
  }
  return { chunks, repeated, frames };
}

function getHours(
  chunks: readonly ChunkIndex[],
): { serial: string; streamId: number; hour: number }[] {
  return chunks.flatMap(({ serial, streamId, fromUs, toUs }) => {
    const first = toHour(fromUs);
    return Array.from({ length: toHour(toUs) - first + 1 }, (_, index) => ({
      serial,
      streamId,
      hour: first + index,
    }));
  });
}

async function widenSpans(
  queries: Queries,
  chunks: readonly ChunkIndex[],
  spans: ReadonlyMap<string, number>,
): Promise<void> {
  for (const own of Map.groupBy(chunks, streamName).values()) {
    const [chunk] = own;
    const longest = own.reduce((most, one) => Math.max(most, one.toUs - one.fromUs), 0);
    if (chunk === undefined || longest <= (spans.get(streamName(chunk)) ?? 0)) continue;
    await queries.query({
      name: 'update_max_span',
      text: 'update timeline_streams set max_span_us = $3 where serial = $1 and stream_id = $2',
      values: [chunk.serial, chunk.streamId, longest],
    });
  }
}
