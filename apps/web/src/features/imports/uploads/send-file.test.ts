import { beforeEach, describe, expect, it } from 'vitest';
import { createUploadClient } from '../../../shared/imports/api.ts';
import {
  createUploadShelf,
  type UploadShelf,
} from '../../../shared/imports/testing/upload-shelf.ts';
import type { FileSource } from '../reading/file-source.ts';
import { sendFile, type SendOptions } from './send-file.ts';

const MIB = 1024 * 1024;
const bytes = Uint8Array.from(
  { length: 10 * MIB + 17 },
  (_, index) => (index * 31 + (index >> 9)) % 256,
);
const source: FileSource = {
  name: '夜.edf',
  sizeBytes: bytes.length,
  read: async (fromByte, toByte) => bytes.slice(fromByte, toByte),
};
const declared = {
  roomId: 'r1',
  fileName: '夜.edf',
  sizeBytes: bytes.length,
  sha256: 'a'.repeat(64),
  autoStart: true,
  settings: {},
};

let shelf: UploadShelf;
const record = {
  pauses: [] as number[],
  waiting: [] as (string | null)[],
  sent: [] as number[],
  nowMs: 0,
  bytesPerMs: 10_000,
};
const stop = { work: new AbortController() };
const send = (change: Partial<SendOptions> = {}) =>
  sendFile(source, declared, {
    client: createUploadClient({ fetch: shelf.fetch }),
    now: () => record.nowMs,
    signal: stop.work.signal,
    pause: async (delayMs) => {
      record.pauses.push(delayMs);
    },
    onSent: (sent) => {
      record.sent.push(sent);
    },
    onWaiting: (problem) => {
      record.waiting.push(problem?.code ?? null);
    },
    ...change,
  });
const arrived = (): Uint8Array | undefined => shelf.uploads.get(`r1/${'a'.repeat(64)}`)?.bytes;
/** Comparing large arrays number by number is slow. */
const isWhole = (): boolean => Buffer.compare(arrived() ?? new Uint8Array(), bytes) === 0;

beforeEach(() => {
  shelf = createUploadShelf();
  Object.assign(record, { pauses: [], waiting: [], sent: [], nowMs: 0 });
  stop.work = new AbortController();
});

describe('sending a file', () => {
  it('the file arrives whole, in slices, under its name in any script', async () => {
    expect(await send()).toEqual({ kind: 'sent' });
    expect(isWhole()).toBe(true);
    expect(shelf.uploads.get(`r1/${'a'.repeat(64)}`)?.declared).toMatchObject({
      fileName: '夜.edf',
      autoStart: 'yes',
    });
    expect(Math.max(...shelf.parts.map((part) => part.bytes))).toBeLessThanOrEqual(4 * MIB);
    expect(record.sent.at(-1)).toBe(bytes.length);
  });

  it("sending resumes from the server's offset after a network failure, and reports the wait", async () => {
    shelf.mishap = ({ count }) =>
      count === 3 ? { keep: 70_000 } : count === 4 || count === 5 ? 'cut' : 'none';
    expect(await send()).toEqual({ kind: 'sent' });
    expect(isWhole()).toBe(true);
    expect(record.waiting).toContain('network-unreachable');
    expect(record.waiting.at(-1)).toBeNull();
    expect(record.pauses).toEqual([1000, 2000, 4000]);
    expect(shelf.parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(bytes.length);
  });

  it('a lost answer causes no second transfer, not even of the last slice', async () => {
    let total = 0;
    shelf.mishap = ({ method, count }) => {
      total = arrived()?.length ?? 0;
      return method === 'PATCH' && (count === 2 || total + 4 * MIB >= bytes.length)
        ? 'lose'
        : 'none';
    };
    expect(await send()).toEqual({ kind: 'sent' });
    expect(isWhole()).toBe(true);
    expect(shelf.parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(bytes.length);
  });

  it('a file that the room already has is not sent', async () => {
    await send();
    const before = shelf.parts.length;
    expect(await send()).toEqual({ kind: 'there', state: 'checking' });
    expect(shelf.parts.length).toBe(before);
  });

  it('slices shrink on a slow line', async () => {
    const slow = createUploadClient({
      fetch: async (url, init) => {
        if (init.body instanceof Uint8Array) record.nowMs += init.body.length / 20;
        return shelf.fetch(url, init);
      },
    });
    await send({ client: slow });
    expect(isWhole()).toBe(true);
    expect(shelf.parts.slice(2).every((part) => part.bytes <= 20 * 5000)).toBe(true);
  });

  it.each(['upload-quota-reached', 'import-forbidden', 'session-required'])(
    'sending ends with a permanent problem: %s',
    async (code) => {
      shelf.mishap = () => ({ refuse: 409, code });
      await expect(send()).rejects.toMatchObject({ problem: { code } });
      expect(record.pauses).toEqual([]);
    },
  );

  it('sending stops if a colleague is sending the same file', async () => {
    const refusing = createUploadClient({
      fetch: async () =>
        Response.json({ code: 'import-exists', details: { state: 'uploading' } }, { status: 409 }),
    });
    await expect(send({ client: refusing })).rejects.toMatchObject({
      problem: { code: 'import-exists' },
    });
  });

  it('sending asks for the offset when another tab was ahead', async () => {
    shelf.mishap = ({ count }) =>
      count === 3 ? { refuse: 409, code: 'upload-offset-conflict' } : 'none';
    expect(await send()).toEqual({ kind: 'sent' });
    expect(isWhole()).toBe(true);
    expect(record.waiting).not.toContain('upload-offset-conflict');
  });

  it('cancelling stops immediately', async () => {
    const sending = send({
      onSent: (sent) => {
        if (sent > 0) stop.work.abort();
      },
    });
    await expect(sending).rejects.toThrow();
    expect(shelf.parts.length).toBe(1);
  });

  it('a file that can no longer be read is reported', async () => {
    const gone: FileSource = { ...source, read: async () => new Uint8Array() };
    await expect(
      sendFile(gone, declared, {
        client: createUploadClient({ fetch: shelf.fetch }),
        now: () => 0,
        pause: async () => undefined,
        signal: stop.work.signal,
        onSent: () => undefined,
        onWaiting: () => undefined,
      }),
    ).rejects.toMatchObject({ problem: { code: 'file-unreadable' } });
  });
});
