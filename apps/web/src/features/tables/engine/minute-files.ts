import { CSV_SIGNALS, ProblemError, UPLOAD_PART_BYTES, type CsvRowData } from '@yamori/domain';
import { writeCsv } from '@yamori/formats';
import { sha256 } from '@noble/hashes/sha2.js';
import type { HttpOptions } from '../../../api/http-call.ts';
import {
  createUploadClient,
  type DeclaredUpload,
  type UploadClient,
  type UploadPlace,
} from '../../../shared/imports/api.ts';
import type { MinuteUpload } from './csv-message.ts';
import { again, type ServerWait } from './server-check.ts';

export type MinuteRow = CsvRowData<'minute'>;
type MinuteFile = {
  readonly room: string;
  readonly roomId: string;
  readonly rows: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Column names that the import recognises, with units. */
const COLUMN_NAMES: Readonly<Record<(typeof CSV_SIGNALS)[number], string>> = {
  heartRate: 'Heart rate [/min]',
  respirationRate: 'Respiration [/min]',
  activity: 'Activity [counts]',
  temperature: 'Temperature [\u00b0C]',
};

/**
 * A plain table for each room, with rows in order of time, in the format that the recording import
 * reads.
 */
export function minuteFiles(
  rows: readonly MinuteRow[],
  rooms: Readonly<Record<string, string>>,
): MinuteFile[] {
  const byRoom = Map.groupBy(rows, ({ roomName }) => roomName);
  return [...byRoom].map(([room, some]) => {
    const columns = CSV_SIGNALS.filter((name) => some.some((row) => row[name] !== undefined));
    const sorted = some.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    const text = writeCsv([
      ['time', ...columns.map((name) => COLUMN_NAMES[name])],
      ...sorted.map((row) => [row.time, ...columns.map((name) => row[name] ?? null)]),
    ]);
    return {
      room,
      roomId: rooms[room] ?? '',
      rows: some.length,
      bytes: new TextEncoder().encode(text),
    };
  });
}

/** A room's upload is never cancelled: the engine ends with its page. */
const NEVER = new AbortController().signal;

/** Uploads one room's table like any file of a recording. */
export async function uploadMinutes(
  http: HttpOptions,
  { room, roomId, rows, bytes }: MinuteFile,
  fileName: string,
  wait: ServerWait,
): Promise<MinuteUpload> {
  const hash = [...sha256(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const path = `room/${roomId}/uploadHistory/${hash}`;
  const client = createUploadClient(http);
  const declared: DeclaredUpload = {
    roomId,
    fileName: `${fileName.replace(/\.[^.]*$/, '').slice(0, 200)}.csv`,
    sizeBytes: bytes.length,
    sha256: hash,
    autoStart: true,
    settings: {},
  };
  const state = { begun: false };
  try {
    let place = await again(() => client.begin(declared, NEVER), wait);
    state.begun = true;
    while (place.offset < bytes.length)
      place = await again(() => sendPart(client, declared, place, bytes), wait);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'import-exists') throw error;
    return { room, path, rows, again: !state.begun };
  }
  return { room, path, rows, again: false };
}

async function sendPart(
  client: UploadClient,
  declared: DeclaredUpload,
  place: UploadPlace,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<UploadPlace> {
  try {
    return {
      ...place,
      offset: await client.send(
        place,
        bytes.slice(place.offset, place.offset + UPLOAD_PART_BYTES),
        NEVER,
      ),
    };
  } catch (error) {
    if (
      !(error instanceof ProblemError) ||
      !['upload-offset-conflict', 'network-unreachable'].includes(error.problem.code)
    )
      throw error;
    // A part may have arrived: beginning again returns the offset to resume from.
    return client.begin(declared, NEVER);
  }
}
