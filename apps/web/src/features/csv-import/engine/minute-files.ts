import { CSV_SIGNALS, ProblemError, refuse, TUS_VERSION, UPLOAD_PART_BYTES, UPLOADS_PATH, type CsvRowOf } from '@yamori/domain';
import { writeCsv } from '@yamori/formats';
import { sha256 } from '@noble/hashes/sha2.js';
import { failureOf, type HttpOptions } from '../../../client/http-call.ts';
import type { MinuteUpload } from './csv-message.ts';
import { again, type ServerWait } from './server-check.ts';

export type MinuteRow = CsvRowOf<'minute'>;
export type MinuteFile = { readonly room: string; readonly roomId: string; readonly rows: number; readonly bytes: Uint8Array<ArrayBuffer> };

/** Names by which the import knows what is measured, with their units. */
const COLUMN_NAMES: Readonly<Record<(typeof CSV_SIGNALS)[number], string>> = {
  heartRate: 'Heart rate [/min]', respirationRate: 'Respiration [/min]', activity: 'Activity [counts]', temperature: 'Temperature [\u00b0C]',
};

/** A plain table a room, its rows by time: what the import of recordings reads. */
export function minuteFiles(rows: readonly MinuteRow[], rooms: Readonly<Record<string, string>>): MinuteFile[] {
  const byRoom = Map.groupBy(rows, ({ roomName }) => roomName);
  return [...byRoom].map(([room, some]) => {
    const columns = CSV_SIGNALS.filter((name) => some.some((row) => row[name] !== undefined));
    const sorted = some.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
    const text = writeCsv([['time', ...columns.map((name) => COLUMN_NAMES[name])], ...sorted.map((row) => [row.time, ...columns.map((name) => row[name] ?? null)])]);
    return { room, roomId: rooms[room] ?? '', rows: some.length, bytes: new TextEncoder().encode(text) };
  });
}

/** Uploads one room's table as any file of a recording. @throws ProblemError */
export async function uploadMinutes(http: HttpOptions, { room, roomId, rows, bytes }: MinuteFile, fileName: string, wait: ServerWait): Promise<MinuteUpload> {
  const hash = [...sha256(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const path = `room/${roomId}/uploadHistory/${hash}`;
  const metadata = Object.entries({ roomId, fileName: `${fileName.replace(/\.[^.]*$/, '').slice(0, 200)}.csv`, sha256: hash })
    .map(([key, value]) => `${key} ${base64(value)}`).join(',');
  try {
    const created = await again(() => tus(http, UPLOADS_PATH, 'POST', { 'upload-length': String(bytes.length), 'upload-metadata': metadata }, null), wait);
    const location = created.headers.get('location') ?? '';
    let offset = Number(created.headers.get('upload-offset') ?? 0);
    while (offset < bytes.length) offset = await again(() => sendPart(http, location, bytes, offset), wait);
    return { room, path, rows, again: false };
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'import-exists') return { room, path, rows, again: true };
    throw error;
  }
}

async function sendPart(http: HttpOptions, location: string, bytes: Uint8Array<ArrayBuffer>, offset: number): Promise<number> {
  const part = bytes.slice(offset, offset + UPLOAD_PART_BYTES);
  try {
    const sent = await tus(http, location, 'PATCH', { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, part);
    return Number(sent.headers.get('upload-offset'));
  } catch (error) {
    if (!(error instanceof ProblemError) || !['upload-offset-conflict', 'network-unreachable'].includes(error.problem.code)) throw error;
    // Part of it may have come: the server says from where to go on.
    const asked = await tus(http, location, 'HEAD', {}, null);
    return Number(asked.headers.get('upload-offset'));
  }
}

async function tus(http: HttpOptions, path: string, method: string, headers: Readonly<Record<string, string>>, body: Uint8Array<ArrayBuffer> | null): Promise<Response> {
  const response = await http.fetch(`${http.baseUrl ?? ''}${path}`, {
    method, credentials: 'same-origin', headers: { 'tus-resumable': TUS_VERSION, ...headers, ...http.headers }, ...(body === null ? {} : { body }),
  }).catch(() => { throw refuse('network-unreachable', { place: path }); });
  if (response.ok) return response;
  throw await failureOf(response);
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
