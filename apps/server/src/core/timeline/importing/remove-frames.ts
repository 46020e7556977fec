import type { Queries } from '../../database/database.ts';
import { buildChunk } from '../chunks/chunk-builder.ts';
import { decodeChunkBody, toChunkPiece } from '../chunks/chunk-codec.ts';
import type { StoredChunk } from '../chunks/chunk-store.ts';
import { getFrameKey, toSlot, streamName, type StreamKey } from '../timeline-frame.ts';
import type { ImportTarget } from './append-frames.ts';
import { lockStreams, recordChanges, slotName, type ChunkWriter } from './chunk-writes.ts';
import { decodeFrameList, ENTRY_BYTES } from './frame-list.ts';

const FRAMES_PER_STATEMENT = 2_000;

/**
 * Removes some of the frames that an import added to a shared device, in the caller's transaction;
 * other frames keep their bytes. Returns the number of removed frames; call it until it returns 0.
 */
export async function removeListedFrames(
  writer: ChunkWriter,
  queries: Queries,
  target: ImportTarget,
): Promise<number> {
  const rows = await queries.query<{
    serial: string;
    stream_id: number;
    slot: string;
    frames: Buffer;
  }>({
    name: 'take_import_frames',
    text: `delete from imported_frames where root_domain_id = $1 and import_id = $2 and (serial, stream_id, slot) in (
        select serial, stream_id, slot from (
          select serial, stream_id, slot, sum(length(frames)) over (order by serial, stream_id, slot) - length(frames) as bytes_before
          from imported_frames where root_domain_id = $1 and import_id = $2) lists
        where bytes_before < $3)
      returning serial, stream_id, slot, frames`,
    values: [target.rootDomainId, target.importId, FRAMES_PER_STATEMENT * ENTRY_BYTES],
  });
  if (rows.length === 0) return 0;
  const frames = rows.flatMap((row) =>
    decodeFrameList(Number(row.slot), row.frames).map((frame) => ({
      serial: row.serial,
      streamId: row.stream_id,
      slot: toSlot(frame.deviceTimeUs),
      identity: getFrameKey(frame),
    })),
  );
  const listedBySlot = Map.groupBy(frames, slotName);
  const slots = [...listedBySlot.values()].flatMap((own) => own.slice(0, 1));
  await lockStreams(
    queries,
    [...Map.groupBy(slots, streamName).values()].flatMap((own) => own.slice(0, 1)),
  );
  const chunks = Map.groupBy(await writer.store.ofSlots(queries, 'body', slots), slotName);
  const written: StoredChunk[] = [];
  const emptied: StoredChunk[] = [];
  const before: StoredChunk[] = [];
  let removed = 0;
  for (const slot of slots) {
    const listed = new Set(listedBySlot.get(slotName(slot))?.map(({ identity }) => identity));
    for (const chunk of chunks.get(slotName(slot)) ?? []) {
      const pieces = decodeChunkBody(writer.coder, chunk.slot, chunk.body).map(toChunkPiece);
      const left = pieces.filter((piece) => !listed.has(getFrameKey(piece)));
      if (left.length === pieces.length) continue;
      removed += pieces.length - left.length;
      before.push(chunk);
      if (left.length === 0) emptied.push(chunk);
      else written.push(buildChunk(writer.coder, chunk, chunk.sampleRateHz, left));
    }
  }
  await writer.store.put(queries, written);
  if (emptied.length > 0) await writer.store.delete(queries, emptied);
  await recordChanges(queries, written, before, writer.nowMs());
  // Count at least one, because listed frames may be missing while the list itself became shorter.
  return Math.max(removed, 1);
}

const CHUNKS_PER_STATEMENT = 2_000;

/**
 * Removes the data of a device that represents one import. Returns the number of deleted chunks;
 * call it until it returns 0.
 */
export async function removeDeviceChunks(queries: Queries, serial: string): Promise<number> {
  const streams = await queries.query<{ stream_id: number }>({
    name: 'list_import_streams',
    text: 'select stream_id from timeline_streams where serial = $1 order by stream_id',
    values: [serial],
  });
  await lockStreams(
    queries,
    streams.map((row): StreamKey => ({ serial, streamId: row.stream_id })),
  );
  const gone = await queries.query({
    name: 'delete_import_chunks',
    text: `delete from timeline_chunks where (serial, stream_id, slot, clock_offset_us, channel_count) in (
        select serial, stream_id, slot, clock_offset_us, channel_count from timeline_chunks where serial = $1 limit $2) returning slot`,
    values: [serial, CHUNKS_PER_STATEMENT],
  });
  if (gone.length > 0) return gone.length;
  // Dirty hours first: this waits for a build in progress, whose result is deleted next.
  await queries.query({
    name: 'delete_import_dirty_hours',
    text: 'delete from timeline_dirty_hours where serial = $1',
    values: [serial],
  });
  await queries.query({
    name: 'delete_import_hours',
    text: 'delete from timeline_hours where serial = $1',
    values: [serial],
  });
  return 0;
}
