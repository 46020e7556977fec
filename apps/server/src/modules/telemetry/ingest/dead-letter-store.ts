import type { FrameRefusal } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { cut } from '../../../core/timeline/chunks/byte-arena.ts';

export type DeadLetterReason = FrameRefusal | 'badReport' | 'foreignTopic';
export type Transport = 'mqtt' | 'https';

/** A rejected part of a message. */
export type DeadLetter = {
  readonly serial: string;
  readonly refusedMs: number;
  readonly reason: DeadLetterReason;
  readonly transport: Transport;
  /** Network address of the sender. */
  readonly address: string;
  readonly byteLength: number;
  /** Its first bytes; a copy. */
  readonly bytes: Uint8Array;
};

/** Inserts rejected parts and deletes the oldest of each device beyond `keptPerDevice`. */
export async function insertDeadLetter(
  queries: Queries,
  messages: readonly DeadLetter[],
  keptPerDevice: number,
): Promise<void> {
  if (messages.length === 0) return;
  const bytes = cut(messages.map((message) => message.bytes));
  await queries.query({
    name: 'insert_refused_frames',
    text: `insert into refused_frames (serial, refused_ms, reason, transport, address, byte_length, bytes)
      select serial, refused_ms, reason, transport, address, byte_length, substring($7::bytea from at for length)
      from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::int[], $8::int[], $9::int[])
        as refused (serial, refused_ms, reason, transport, address, byte_length, at, length)`,
    values: [
      messages.map((message) => message.serial),
      messages.map((message) => Math.floor(message.refusedMs)),
      messages.map((message) => message.reason),
      messages.map((message) => message.transport),
      messages.map((message) => message.address),
      messages.map((message) => message.byteLength),
      bytes.joined,
      bytes.at,
      bytes.length,
    ],
  });
  await queries.query({
    name: 'cap_refused_frames',
    text: `delete from refused_frames where (serial, refused_id) in (
      select serial, refused_id from (
        select serial, refused_id, row_number() over (partition by serial order by refused_ms desc, refused_id) as place
        from refused_frames where serial = any ($1::text[])) as ordered
      where place > $2)`,
    values: [[...new Set(messages.map((message) => message.serial))], keptPerDevice],
  });
}

/** The newest rejected parts of a device. */
export async function readDeadLetters(
  queries: Queries,
  serial: string,
  limit: number,
): Promise<DeadLetter[]> {
  const rows = await queries.query<{
    serial: string;
    refused_ms: string;
    reason: DeadLetterReason;
    transport: Transport;
    address: string;
    byte_length: number;
    bytes: Buffer;
  }>({
    name: 'read_refused_frames',
    text: 'select serial, refused_ms, reason, transport, address, byte_length, bytes from refused_frames where serial = $1 order by refused_ms desc, refused_id limit $2',
    values: [serial, limit],
  });
  return rows.map((row) => ({
    serial: row.serial,
    refusedMs: Number(row.refused_ms),
    reason: row.reason,
    transport: row.transport,
    address: row.address,
    byteLength: row.byte_length,
    bytes: row.bytes,
  }));
}
