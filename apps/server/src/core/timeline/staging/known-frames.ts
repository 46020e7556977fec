import type { Database } from '../../database/database.ts';
import { decodeFrameTable } from '../chunks/chunk-codec.ts';
import type { ChunkStore } from '../chunks/chunk-store.ts';
import {
  identityOf,
  slotOf,
  streamName,
  type FrameToStage,
  type StreamKey,
} from '../timeline-frame.ts';
import { framesOf, readStaged } from './staging-store.ts';

/**
 * Which frames are stored already, so that one that comes again is not staged again. Only a saving:
 * the compactor compares once more. Knows the newest slot of each stream and the frames of the
 * slots in use; asks the database about older ones. Fixed memory: the streams and slots used
 * longest ago are forgotten.
 */
export type KnownFrames = {
  /** Makes `has` right for these frames. Rejects while the database is away. */
  readonly load: (frames: readonly FrameToStage[]) => Promise<void>;
  readonly has: (frame: FrameToStage) => boolean;
  /** Frames that are durable now. */
  readonly remember: (frames: readonly FrameToStage[]) => void;
  /** Streams among these that this process has not noted in the database yet. */
  readonly newStreams: (frames: readonly FrameToStage[]) => StreamKey[];
};

export type KnownFramesLimits = { readonly streams: number; readonly slotsPerStream: number };

type Stream = { headSlot: number; noted: boolean; readonly slots: Map<number, Set<string>> };

export function createKnownFrames(
  database: Database,
  store: ChunkStore,
  limits: KnownFramesLimits = { streams: 50_000, slotsPerStream: 12 },
): KnownFrames {
  const streams = new Map<string, Stream>();

  function slotOfStream(stream: Stream, slot: number): Set<string> | undefined {
    const known = stream.slots.get(slot);
    if (known === undefined) return undefined;
    // Back to the end of the order: least recently used goes first.
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
      name: 'timeline-heads',
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
        noted: slots.length > 0,
        slots: new Map(),
      });
    }
  }

  async function loadSlots(
    key: StreamKey,
    stream: Stream,
    slots: readonly number[],
  ): Promise<void> {
    // Staged first: what the compactor moves in between is then found in both places rather than in
    // none.
    const staged = await readStaged(database, key, slots);
    const chunks = await store.ofSlots(
      database,
      'body',
      slots.map((slot) => ({ ...key, slot })),
    );
    for (const slot of slots) stream.slots.set(slot, new Set());
    for (const batch of staged)
      for (const frame of framesOf(batch)) stream.slots.get(batch.slot)?.add(identityOf(frame));
    for (const chunk of chunks)
      for (const row of decodeFrameTable(chunk.slot, chunk.body))
        stream.slots.get(chunk.slot)?.add(identityOf(row));
  }

  function forgetOld(stream: Stream): void {
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
        .map(([, own]) => own[0])
        .filter((frame) => frame !== undefined);
      if (unknown.length > 0) await loadHeads(unknown);
      for (const [name, own] of byStream) {
        const stream = streams.get(name);
        const [key] = own;
        if (stream === undefined || key === undefined) continue;
        const missing = new Set(
          own
            .map((frame) => slotOf(frame.deviceTimeUs))
            .filter((slot) => slot <= stream.headSlot && slotOfStream(stream, slot) === undefined),
        );
        if (missing.size > 0) await loadSlots(key, stream, [...missing]);
      }
    },
    has: (frame) =>
      streams
        .get(streamName(frame))
        ?.slots.get(slotOf(frame.deviceTimeUs))
        ?.has(identityOf(frame)) ?? false,
    remember(frames) {
      for (const [name, own] of groupByStream(frames)) {
        const stream = streams.get(name);
        if (stream === undefined) continue;
        stream.noted = true;
        for (const frame of own) {
          const slot = slotOf(frame.deviceTimeUs);
          const known = stream.slots.get(slot);
          if (known !== undefined) known.add(identityOf(frame));
          else if (slot > stream.headSlot) stream.slots.set(slot, new Set([identityOf(frame)]));
          if (slot > stream.headSlot) stream.headSlot = slot;
        }
        streams.delete(name);
        streams.set(name, stream);
        forgetOld(stream);
      }
    },
    newStreams: (frames) =>
      [...groupByStream(frames)]
        .filter(([name]) => streams.get(name)?.noted !== true)
        .flatMap(([, own]) => own.slice(0, 1)),
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
