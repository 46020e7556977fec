import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEdfFile } from '../../../testing/recording-files.ts';
import {
  openTemporaryDatabase,
  type TemporaryDatabase,
} from '../../../testing/temporary-database.ts';
import { computeSha256 } from '../../../testing/tus-upload.ts';
import { IMPORT_LIMITS } from '../import-limits.ts';
import { databaseOriginalStore, PIECE_BYTES, type UploadKey } from '../uploads/original-store.ts';
import { addUpload } from '../uploads/upload-store.ts';
import type { ReadingStart } from './reading-messages.ts';
import { readInThread, type ReadingLimits } from './reading-thread.ts';

const opened: { temporary?: TemporaryDatabase; uploads: number } = { uploads: 0 };
const temporary = () => opened.temporary ?? expect.fail('no database');
beforeAll(async () => {
  opened.temporary = await openTemporaryDatabase();
});
afterAll(async () => {
  await opened.temporary?.drop();
});

async function store(bytes: Uint8Array): Promise<UploadKey> {
  const key = {
    rootDomainId: 'root',
    uploadId: `00000000-0000-4000-8000-${String(opened.uploads++).padStart(12, '0')}`,
  };
  const { database } = temporary();
  await addUpload(
    database,
    {
      ...key,
      roomId: 'r',
      sha256: computeSha256(bytes),
      ownerId: 'u',
      sizeBytes: bytes.length,
      expiresAt: new Date(),
      createdAt: new Date(),
    },
    IMPORT_LIMITS,
  );
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    await databaseOriginalStore.append(
      database,
      key,
      { atByte: at, bytes: bytes.subarray(at, at + PIECE_BYTES) },
      null,
    );
  return key;
}

const createStart = (key: UploadKey, bytes: Uint8Array, fileName: string): ReadingStart => ({
  databaseUrl: temporary().url,
  key,
  sizeBytes: bytes.length,
  fileName,
  settings: { startedAt: '2026-11-01T00:00:00Z', sampleRateHz: 10 },
  timeZone: 'Asia/Tokyo',
  wholeFileBytes: 128 * 1024 ** 2,
  startedMs: Date.UTC(2026, 10, 1),
  task: { kind: 'check', sha256: computeSha256(bytes) },
});

const read = async (
  bytes: Uint8Array,
  fileName: string,
  limits: Partial<ReadingLimits> = {},
  signal = new AbortController().signal,
  onProgress: (fraction: number) => void = () => undefined,
) =>
  readInThread(createStart(await store(bytes), bytes, fileName), {
    limits: { silentSeconds: 60, memoryMib: 512, ...limits },
    signal,
    onProgress,
  });

describe('the file-reading thread', () => {
  it('reports its progress and its result', async () => {
    const fractions: number[] = [];
    const result = await read(
      anEdfFile({ records: 3_000, seed: 61 }),
      'a.edf',
      {},
      undefined,
      (fraction) => fractions.push(fraction),
    );
    expect(result).toMatchObject({ kind: 'checked', plan: { format: 'edf', frames: 6_000 } });
    expect(fractions.length).toBeGreaterThan(2);
    expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));
    expect(fractions.at(-1)).toBe(1);
  });

  it('ends when it sends no message for too long', async () => {
    // Shorter than the start of a thread.
    await expect(
      read(anEdfFile({ records: 2, seed: 65 }), 'a.edf', { silentSeconds: 0.02 }),
    ).rejects.toMatchObject({ problem: { code: 'import-timeout', details: { seconds: 0.02 } } });
  });

  it('ends when it uses too much memory, and the process survives', async () => {
    // Less than the code of the readers needs.
    await expect(
      read(anEdfFile({ records: 2, seed: 66 }), 'a.edf', { memoryMib: 6 }),
    ).rejects.toMatchObject({ problem: { code: 'import-memory', details: { limitMib: 6 } } });
  });

  it('ends when it is aborted', async () => {
    const abort = new AbortController();
    const reading = read(anEdfFile({ records: 20_000, seed: 62 }), 'a.edf', {}, abort.signal, () =>
      abort.abort(),
    );
    await expect(reading).rejects.toThrow('stopped');
    await expect(
      read(anEdfFile({ records: 3, seed: 63 }), 'a.edf', {}, AbortSignal.abort()),
    ).rejects.toThrow('stopped');
  });

  it('reports missing and damaged pieces of an original', async () => {
    const bytes = anEdfFile({ records: 6_000, seed: 64 });
    const key = await store(bytes);
    await temporary().database.query({
      text: `update upload_pieces set bytes = set_byte(bytes, 77, get_byte(bytes, 77) # 1) where upload_id = $1 and at_byte = $2`,
      values: [key.uploadId, PIECE_BYTES],
    });
    const limits = {
      limits: { silentSeconds: 60, memoryMib: 512 },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    };
    await expect(readInThread(createStart(key, bytes, 'a.edf'), limits)).rejects.toThrow(
      'damaged on disk at byte 1048576',
    );
    await temporary().database.query({
      text: 'delete from upload_pieces where upload_id = $1 and at_byte = $2',
      values: [key.uploadId, PIECE_BYTES],
    });
    await expect(readInThread(createStart(key, bytes, 'a.edf'), limits)).rejects.toThrow(
      'has no byte 1048576',
    );
  });
});
