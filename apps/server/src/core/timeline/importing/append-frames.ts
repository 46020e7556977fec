import type { Queries } from '../../database/database.ts';
import { buildChunk } from '../chunks/chunk-builder.ts';
import { decodeChunkBody, toChunkPiece, type ChunkPiece } from '../chunks/chunk-codec.ts';
import type { ChunkKey, StoredChunk } from '../chunks/chunk-store.ts';
import { readBatchFrames, readStaged } from '../staging/staging-store.ts';
import {
  getFrameKey,
  toSlot,
  streamName,
  type KeptFrame,
  type StreamKey,
} from '../timeline-frame.ts';
import { lockStreams, recordChanges, slotName, type ChunkWriter } from './chunk-writes.ts';
import { encodeFrameList, getListSlot } from './frame-list.ts';

/** A frame of an imported file. Its channels are borrowed until the append is done. */
export type ImportedFrame = StreamKey &
  KeptFrame & {
    /** 0 for events. */
    readonly sampleRateHz: number;
    /** Subtracted from the frame's own time. */
    readonly clockOffsetUs: number;
  };

export type ImportTarget = {
  readonly rootDomainId: string;
  readonly importId: string;
  /**
   * Whether others also write to the device's timeline: added frames are then listed, so that they
   * can be removed. Otherwise the device represents this import, and all its data is removed with
   * it.
   */
  readonly shared: boolean;
};

export type AppendReport = { readonly added: number; readonly repeated: number };

/**
 * Writes frames and their pyramid into chunks, in the caller's transaction. Skips and counts frames
 * that are already in a chunk or staged. Live frames continue to be staged; only the compactor
 * waits.
 */
export async function appendFrames(
  writer: ChunkWriter,
  queries: Queries,
  target: ImportTarget,
  frames: readonly ImportedFrame[],
): Promise<AppendReport> {
  if (frames.length === 0) return { added: 0, repeated: 0 };
  const bySlot = Map.groupBy(frames, (frame) =>
    slotName({ ...frame, slot: toSlot(frame.deviceTimeUs) }),
  );
  const slots = [...bySlot.values()]
    .flatMap((own) => own.slice(0, 1))
    .map(({ serial, streamId, deviceTimeUs }) => ({
      serial,
      streamId,
      slot: toSlot(deviceTimeUs),
    }));
  await lockStreams(
    queries,
    [...Map.groupBy(slots, streamName).values()].flatMap((own) => own.slice(0, 1)),
  );
  const existing = Map.groupBy(await writer.store.ofSlots(queries, 'body', slots), slotName);
  const staged = target.shared
    ? await stagedIdentities(queries, slots)
    : new Map<string, Set<string>>();
  const written: StoredChunk[] = [];
  const listed: Listed[] = [];
  let added = 0;
  for (const slot of slots) {
    const name = slotName(slot);
    const merged = mergeFrames(
      writer,
      existing.get(name) ?? [],
      staged.get(name) ?? new Set(),
      bySlot.get(name) ?? [],
    );
    written.push(...merged.chunks);
    added += merged.fresh.length;
    if (target.shared && merged.fresh.length > 0) listed.push({ ...slot, frames: merged.fresh });
  }
  await writer.store.put(queries, written);
  await recordChanges(queries, written, [], writer.nowMs());
  await listFrames(queries, target, listed);
  return { added, repeated: frames.length - added };
}

type Slot = StreamKey & { readonly slot: number };
type Listed = Slot & { readonly frames: readonly ImportedFrame[] };

/** Identities of frames that are staged but not compacted. */
async function stagedIdentities(
  queries: Queries,
  slots: readonly Slot[],
): Promise<Map<string, Set<string>>> {
  const known = new Map<string, Set<string>>();
  for (const own of Map.groupBy(slots, streamName).values()) {
    const [stream] = own;
    if (stream === undefined) continue;
    for (const batch of await readStaged(
      queries,
      stream,
      own.map(({ slot }) => slot),
    )) {
      const name = slotName(batch);
      const identities = known.get(name) ?? new Set();
      for (const frame of readBatchFrames(batch)) identities.add(getFrameKey(frame));
      known.set(name, identities);
    }
  }
  return known;
}

type Merged = { readonly chunks: StoredChunk[]; readonly fresh: readonly ImportedFrame[] };
type Changed = {
  readonly key: ChunkKey;
  readonly sampleRateHz: number;
  readonly pieces: ChunkPiece[];
};

function mergeFrames(
  { coder }: ChunkWriter,
  existing: readonly StoredChunk[],
  staged: ReadonlySet<string>,
  frames: readonly ImportedFrame[],
): Merged {
  const before = new Map(
    existing.map((chunk) => [
      getChunkName(chunk),
      { chunk, pieces: decodeChunkBody(coder, chunk.slot, chunk.body).map(toChunkPiece) },
    ]),
  );
  const known = new Set([
    ...staged,
    ...[...before.values()].flatMap(({ pieces }) => pieces.map(getFrameKey)),
  ]);
  const changed = new Map<string, Changed>();
  const fresh: ImportedFrame[] = [];
  for (const frame of frames) {
    if (known.has(getFrameKey(frame))) continue;
    known.add(getFrameKey(frame));
    fresh.push(frame);
    const { serial, streamId, clockOffsetUs, sampleRateHz, ...kept } = frame;
    const key: ChunkKey = {
      serial,
      streamId,
      slot: toSlot(frame.deviceTimeUs),
      clockOffsetUs,
      channelCount: kept.channels.length,
    };
    const existingChunk = before.get(getChunkName(key));
    const target = changed.get(getChunkName(key)) ?? {
      key,
      sampleRateHz: existingChunk?.chunk.sampleRateHz ?? sampleRateHz,
      pieces: [...(existingChunk?.pieces ?? [])],
    };
    changed.set(getChunkName(key), target);
    target.pieces.push(toChunkPiece(kept));
  }
  return {
    chunks: [...changed.values()].map(({ key, sampleRateHz, pieces }) =>
      buildChunk(coder, key, sampleRateHz, pieces),
    ),
    fresh,
  };
}

/** Different clock offsets or channel counts are separate chunks. */
const getChunkName = (chunk: {
  readonly clockOffsetUs: number;
  readonly channelCount: number;
}): string => `${chunk.clockOffsetUs}/${chunk.channelCount}`;

async function listFrames(
  queries: Queries,
  target: ImportTarget,
  listed: readonly Listed[],
): Promise<void> {
  const byList = Map.groupBy(listed, ({ serial, streamId, slot }) =>
    slotName({ serial, streamId, slot: getListSlot(slot) }),
  );
  for (const slots of byList.values()) {
    const [first] = slots;
    if (first === undefined) continue;
    const listSlot = getListSlot(first.slot);
    await queries.query({
      name: 'insert_import_frames',
      text: `insert into imported_frames (root_domain_id, import_id, serial, stream_id, slot, frames) values ($1, $2, $3, $4, $5, $6)
        on conflict (root_domain_id, import_id, serial, stream_id, slot) do update set frames = imported_frames.frames || excluded.frames`,
      values: [
        target.rootDomainId,
        target.importId,
        first.serial,
        first.streamId,
        listSlot,
        encodeFrameList(
          listSlot,
          slots.flatMap(({ frames }) => frames),
        ),
      ],
    });
  }
}
