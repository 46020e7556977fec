import type { Database } from '../../database/database.ts';
import { decodeFrameTable } from '../chunks/chunk-codec.ts';
import type { ChunkStore } from '../chunks/chunk-store.ts';
import {
  getFrameKey,
  toSlot,
  streamName,
  type FrameToStage,
  type StreamKey,
} from '../timeline-frame.ts';
import { readBatchFrames, readStaged } from './staging-store.ts';

/**
 * Recognises frames that are already stored, so that repeats are not staged; the compactor removes
 * any that remain. Holds the newest slot of each stream and the frames of recently used slots;
 * reads older ones from the database. Bounded memory: evicts the least recently used streams and
 * slots.
 */
type DedupCache = {
  /** Loads what `has` needs for these frames; rejects while the database is unreachable. */
  readonly load: (frames: readonly FrameToStage[]) => Promise<void>;
  readonly has: (frame: FrameToStage) => boolean;
  /** Adds frames that have been committed. */
  readonly remember: (frames: readonly FrameToStage[]) => void;
  /** Streams that this process has not yet recorded in the database. */
  readonly newStreams: (frames: readonly FrameToStage[]) => StreamKey[];
};

type DedupCacheLimits = { readonly streams: number; readonly slotsPerStream: number };

type Stream = { headSlot: number; recorded: boolean; readonly slots: Map<number, Set<string>> };

export function createDedupCache(
  database: Database,
  store: ChunkStore,
  limits: DedupCacheLimits = { streams: 50_000, slotsPerStream: 12 },
): DedupCache {
  const streams = new Map<string, Stream>();

  function touchSlot(stream: Stream, slot: number): Set<string> | undefined {
    const known = stream.slots.get(slot);
    if (known === undefined) return undefined;
    // Reinserts the slot as most recently used.
    stream.slots.delete(slot);
    stream.slots.set(slot, known);
    return known;
  }

  async function loadHeads(keys: readonly StreamKey[]): Promise<void> {
    const rows = await database.query<{
      serial: string;
      stream_id: number;
      staged: string | null;
      chunked: string | null;
    }>({
      name: 'read_stream_heads',
      text: `select serial, stream_id,
          (select max(slot) from staged_frames where staged_frames.serial = wanted.serial and staged_frames.stream_id = wanted.stream_id) as staged,
          (select max(slot) from timeline_chunks where timeline_chunks.serial = wanted.serial and timeline_chunks.stream_id = wanted.stream_id) as chunked
        from unnest($1::text[], $2::int[]) as wanted (serial, stream_id)`,
      values: [keys.map((key) => key.serial), keys.map((key) => key.streamId)],
    });
    for (const row of rows) {
      const slots = [row.staged, row.chunked].filter((slot) => slot !== null).map(Number);
      streams.set(streamName({ serial: row.serial, streamId: row.stream_id }), {
        headSlot: Math.max(Number.NEGATIVE_INFINITY, ...slots),
        recorded: slots.length > 0,
        slots: new Map(),
      });
    }
  }

  async function loadSlots(
    key: StreamKey,
    stream: Stream,
    slots: readonly number[],
  ): Promise<void> {
    // Staged frames first: those moved by the compactor in between are then found twice, not
    // missed.
    const staged = await readStaged(database, key, slots);
    const chunks = await store.ofSlots(
      database,
      'body',
      slots.map((slot) => ({ ...key, slot })),
    );
    for (const slot of slots) stream.slots.set(slot, new Set());
    for (const batch of staged)
      for (const frame of readBatchFrames(batch))
        stream.slots.get(batch.slot)?.add(getFrameKey(frame));
    for (const chunk of chunks)
      for (const row of decodeFrameTable(chunk.slot, chunk.body))
        stream.slots.get(chunk.slot)?.add(getFrameKey(row));
  }

  function evict(stream: Stream): void {
    for (const slot of stream.slots.keys()) {
      if (stream.slots.size <= limits.slotsPerStream) break;
      stream.slots.delete(slot);
    }
    for (const name of streams.keys()) {
      if (streams.size <= limits.streams) break;
      streams.delete(name);
    }
  }

  return {
    async load(frames) {
      const byStream = groupByStream(frames);
      const unknown = [...byStream]
        .filter(([name]) => !streams.has(name))
        .map(([, streamFrames]) => streamFrames[0])
        .filter((frame) => frame !== undefined);
      if (unknown.length > 0) await loadHeads(unknown);
      for (const [name, streamFrames] of byStream) {
        const stream = streams.get(name);
        const [key] = streamFrames;
        if (stream === undefined || key === undefined) continue;
        const missing = new Set(
          streamFrames
            .map((frame) => toSlot(frame.deviceTimeUs))
            .filter((slot) => slot <= stream.headSlot && touchSlot(stream, slot) === undefined),
        );
        if (missing.size > 0) await loadSlots(key, stream, [...missing]);
      }
    },
    has: (frame) =>
      streams
        .get(streamName(frame))
        ?.slots.get(toSlot(frame.deviceTimeUs))
        ?.has(getFrameKey(frame)) ?? false,
    remember(frames) {
      for (const [name, streamFrames] of groupByStream(frames)) {
        const stream = streams.get(name);
        if (stream === undefined) continue;
        stream.recorded = true;
        for (const frame of streamFrames) {
          const slot = toSlot(frame.deviceTimeUs);
          const known = stream.slots.get(slot);
          if (known !== undefined) known.add(getFrameKey(frame));
          else if (slot > stream.headSlot) stream.slots.set(slot, new Set([getFrameKey(frame)]));
          if (slot > stream.headSlot) stream.headSlot = slot;
        }
        streams.delete(name);
        streams.set(name, stream);
        evict(stream);
      }
    },
    newStreams: (frames) =>
      [...groupByStream(frames)]
        .filter(([name]) => streams.get(name)?.recorded !== true)
        .flatMap(([, streamFrames]) => streamFrames.slice(0, 1)),
  };
}

function groupByStream(frames: readonly FrameToStage[]): Map<string, FrameToStage[]> {
  const groups = new Map<string, FrameToStage[]>();
  for (const frame of frames) {
    const name = streamName(frame);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [frame]);
    else group.push(frame);
  }
  return groups;
}
