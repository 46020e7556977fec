import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { UPLOADS_PATH } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startImportFixture,
  AKANE_ROOM,
  type ImportFixture,
} from '../../../testing/import-fixture.ts';
import { anEdfFile } from '../../../testing/recording-files.ts';
import { computeSha256 } from '../../../testing/tus-upload.ts';
import { databaseOriginalStore } from './original-store.ts';
import { findUploadByFile } from './upload-store.ts';
import { toImportLimits, importOptions } from '../../../config/imports.ts';

const held: { fixture?: ImportFixture } = {};
const fixture = (): ImportFixture => held.fixture ?? expect.fail('no fixture');
beforeAll(async () => {
  held.fixture = await startImportFixture({
    limits: {
      imports: {
        ...toImportLimits(importOptions.parse({})),
        fileBytes: 12_000_000,
        domainBytes: 40_000_000,
      },
    },
  });
});
afterAll(async () => {
  await held.fixture?.close();
});

const code = async (reply: Response): Promise<unknown> =>
  ((await reply.json()) as { code: unknown }).code;
const seeded = (length: number, seed: number): Uint8Array =>
  Uint8Array.from(
    { length },
    (_, index) => (Math.imul(index + 1, 2_654_435_761 + seed) >>> 13) & 0xff,
  );
const aFile = (bytes: Uint8Array, fileName = 'night.edf', roomId = AKANE_ROOM) => ({
  roomId,
  fileName,
  bytes,
});

async function storedBytes(bytes: Uint8Array): Promise<Uint8Array> {
  const upload =
    (await findUploadByFile(fixture().temporary.database, AKANE_ROOM, computeSha256(bytes))) ??
    expect.fail('no upload');
  const parts: Uint8Array[] = [];
  for await (const piece of databaseOriginalStore.read(
    fixture().temporary.database,
    upload,
    0,
    upload.sizeBytes,
  ))
    parts.push(piece.bytes);
  return Buffer.concat(parts);
}

/** A body that sends its bytes, stays open, and breaks off once the server has stored some. */
const cutOnceKept = (
  bytes: Uint8Array,
  abort: AbortController,
  kept: () => Promise<void>,
): ReadableStream<Uint8Array> =>
  Readable.toWeb(
    Readable.from(
      (async function* parts() {
        for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
        await kept();
        abort.abort();
        await new Promise(() => undefined);
      })(),
      { objectMode: false },
    ),
  ) as ReadableStream<Uint8Array>; // node's own type of a web stream

describe('an upload', () => {
  it('lists its capabilities', async () => {
    const reply = await fetch(`${fixture().address}${UPLOADS_PATH}`, { method: 'OPTIONS' });
    expect([
      reply.status,
      reply.headers.get('tus-version'),
      reply.headers.get('tus-max-size'),
      reply.headers.get('tus-extension'),
    ]).toEqual([204, '1.0.0', '12000000', 'creation,termination,expiration']);
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('exceeds the body limit of other routes, and is stored byte for byte in hashed pieces', async () => {
    const bytes = seeded(9_300_001, 1);
    const created = await fixture().uploader.create(aFile(bytes));
    expect(created.status).toBe(201);
    const location = created.headers.get('location') ?? '';
    expect(await fixture().seen(bytes)).toMatchObject({
      state: 'uploading',
      sizeBytes: bytes.length,
      fileName: 'night.edf',
      originalStored: false,
      uploadId: location.slice(UPLOADS_PATH.length + 1),
    });
    const sent = await fixture().uploader.patch(location, 0, bytes);
    expect([
      sent.status,
      sent.headers.get('upload-offset'),
      sent.headers.get('tus-resumable'),
    ]).toEqual([204, String(bytes.length), '1.0.0']);
    expect(Buffer.from(await storedBytes(bytes)).equals(Buffer.from(bytes))).toBe(true);
    const pieces = await fixture().temporary.database.query<{ right: boolean; length: number }>({
      text: 'select sha256(bytes) = sha256 as right, byte_length as length from upload_pieces',
    });
    expect(pieces.length).toBeGreaterThan(8);
    expect(pieces.every(({ right, length }) => right && length <= 1024 * 1024)).toBe(true);
    // Random bytes are no EDF, so the import fails but the original remains.
    expect(await fixture().until(bytes, ['failed'])).toMatchObject({
      error: 'import-unreadable',
      originalStored: true,
      actions: [{ action: 'uploaded' }],
    });
  });

  it('resumes after ten interruptions and ends byte-equal (T27)', async () => {
    const bytes = seeded(11_500_000, 2);
    const created = await fixture().uploader.create(aFile(bytes));
    const location = created.headers.get('location') ?? '';
    const offset = async (): Promise<number> =>
      Number((await fixture().uploader.head(location)).headers.get('upload-offset'));
    const places: number[] = [];
    const sendUntilCut = async (): Promise<Response | 'cut'> => {
      const from = await offset();
      const abort = new AbortController();
      const kept = () => expect.poll(offset).toBeGreaterThan(from);
      // The server stores pieces of 1 MiB while the body is still being sent.
      const body = cutOnceKept(bytes.subarray(from, from + 1_100_000), abort, kept);
      return fixture()
        .uploader.patch(location, from, body, abort.signal)
        .catch(() => 'cut' as const);
    };
    for (let cut = 1; cut <= 10; cut++) {
      let reply = await sendUntilCut();
      // The server may still be storing bytes from before the last interruption.
      while (reply !== 'cut') {
        expect(reply.status).toBe(409);
        reply = await sendUntilCut();
      }
      places.push(await offset());
    }
    expect(new Set(places).size).toBe(10);
    let at = await offset();
    while (at < bytes.length) {
      const reply = await fixture().uploader.patch(
        location,
        at,
        bytes.subarray(at, at + 1_500_000),
      );
      // The server may still be storing bytes from before the last interruption.
      expect([204, 409]).toContain(reply.status);
      at = await offset();
    }
    expect(Buffer.from(await storedBytes(bytes)).equals(Buffer.from(bytes))).toBe(true);
  });

  it('takes each byte once, and a wrong offset changes nothing', async () => {
    const bytes = seeded(300_000, 3);
    const location = (await fixture().uploader.create(aFile(bytes))).headers.get('location') ?? '';
    expect((await fixture().uploader.patch(location, 0, bytes.subarray(0, 100_000))).status).toBe(
      204,
    );
    for (const wrong of [0, 50_000, 100_001, 300_000]) {
      const reply = await fixture().uploader.patch(
        location,
        wrong,
        bytes.subarray(wrong, wrong + 1_000),
      );
      expect([reply.status, await code(reply)]).toEqual([409, 'upload-offset-conflict']);
    }
    const both = await Promise.all(
      [0, 1].map(() =>
        fixture().uploader.patch(location, 100_000, bytes.subarray(100_000, 200_000)),
      ),
    );
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    const over = await fixture().uploader.patch(location, 200_000, new Uint8Array(100_001));
    expect([over.status, await code(over)]).toEqual([400, 'upload-length-invalid']);
    const at = Number((await fixture().uploader.head(location)).headers.get('upload-offset'));
    expect(at).toBe(200_000);
    expect((await fixture().uploader.patch(location, at, bytes.subarray(at))).status).toBe(204);
    expect(Buffer.from(await storedBytes(bytes)).equals(Buffer.from(bytes))).toBe(true);
  });

  it('two tabs of one member share it, and other members learn that it exists', async () => {
    const bytes = seeded(200_000, 4);
    const [one, other] = await Promise.all([
      fixture().uploader.create(aFile(bytes)),
      fixture().uploader.create(aFile(bytes, 'the same.edf')),
    ]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.headers.get('location')).toBe(other.headers.get('location'));
    await fixture().uploader.patch(
      one.headers.get('location') ?? '',
      0,
      bytes.subarray(0, 120_000),
    );
    const later = await fixture().uploader.create(aFile(bytes));
    expect([later.status, later.headers.get('upload-offset')]).toEqual([201, '120000']);
    const colleague = await fixture().as('staff@akane.example');
    const refused = await colleague.create(aFile(bytes));
    expect([refused.status, await refused.json()]).toEqual([
      409,
      {
        code: 'import-exists',
        place: `room/${AKANE_ROOM}/uploadHistory/${computeSha256(bytes)}`,
        details: { state: 'uploading' },
      },
    ]);
    await fixture().uploader.patch(
      one.headers.get('location') ?? '',
      120_000,
      bytes.subarray(120_000),
    );
    const again = await fixture().uploader.create(aFile(bytes));
    expect([again.status, await code(again)]).toEqual([409, 'import-exists']);
  });

  it('accepts requests of its owner only', async () => {
    const bytes = seeded(50_000, 5);
    const location = (await fixture().uploader.create(aFile(bytes))).headers.get('location') ?? '';
    const colleague = await fixture().as('staff@akane.example');
    const stranger = await fixture().as('carer@mizuki.example');
    const tries = async (who: ImportFixture['uploader']) => [
      (await who.patch(location, 0, bytes)).status,
      (await who.head(location)).status,
      (await who.end(location)).status,
    ];
    expect(await tries(colleague)).toEqual([403, 403, 403]);
    // Members of another organisation learn only that it does not exist.
    expect(await tries(stranger)).toEqual([404, 404, 404]);
    expect(
      (
        await fetch(`${fixture().address}${location}`, {
          method: 'PATCH',
          headers: {
            'tus-resumable': '1.0.0',
            'upload-offset': '0',
            'content-type': 'application/offset+octet-stream',
          },
          body: Buffer.from(bytes),
        })
      ).status,
    ).toBe(401);
    expect((await fixture().uploader.head(location)).headers.get('upload-offset')).toBe('0');
    expect((await stranger.create(aFile(bytes))).status).toBe(404);
  });

  it('leaves no bytes when it is cancelled, and can start again', async () => {
    const bytes = seeded(90_000, 6);
    const location = (await fixture().uploader.create(aFile(bytes))).headers.get('location') ?? '';
    await fixture().uploader.patch(location, 0, bytes.subarray(0, 40_000));
    const before = await fixture().rows('upload_pieces');
    expect((await fixture().uploader.end(location)).status).toBe(204);
    expect(await fixture().rows('upload_pieces')).toBe(before - 1);
    expect(await fixture().seen(bytes)).toMatchObject({
      state: 'undone',
      uploadId: null,
      actions: [{ action: 'cancelled' }],
    });
    expect((await fixture().uploader.head(location)).status).toBe(404);
    const anew = await fixture().uploader.create(aFile(bytes));
    expect([anew.status, anew.headers.get('upload-offset')]).toEqual([201, '0']);
    expect(await fixture().seen(bytes)).toMatchObject({
      state: 'uploading',
      actions: [{ action: 'cancelled' }],
    });
  });
});

describe('a request to create an upload', () => {
  const bytes = seeded(100, 7);
  it.each<[string, Partial<ReturnType<typeof aFile>>, Record<string, string>, number, string]>([
    [
      '2 GB and a byte',
      {},
      { 'upload-length': String(2 * 1024 ** 3 + 1) },
      413,
      'upload-too-large',
    ],
    ['one byte over the limit', {}, { 'upload-length': '12000001' }, 413, 'upload-too-large'],
    ['nothing', {}, { 'upload-length': '0' }, 400, 'upload-empty'],
    ['a negative length', {}, { 'upload-length': '-1' }, 400, 'upload-header-invalid'],
    [
      'a length beyond the safe integers',
      {},
      { 'upload-length': '99999999999999999999' },
      400,
      'upload-header-invalid',
    ],
    ['a name with a path', { fileName: '../../etc/passwd.edf' }, {}, 400, 'file-name-invalid'],
    ['a name with a backslash', { fileName: '..\\night.edf' }, {}, 400, 'file-name-invalid'],
    ['a name with a line break', { fileName: 'a\r\nb.edf' }, {}, 400, 'file-name-invalid'],
    [
      'a name with a direction override',
      { fileName: 'a\u202efde.edf' },
      {},
      400,
      'file-name-invalid',
    ],
    ['an executable', { fileName: 'night.exe' }, {}, 415, 'media-type-refused'],
    ['an HTML page', { fileName: 'night.edf.html' }, {}, 415, 'media-type-refused'],
    ['a name without an extension', { fileName: 'edf' }, {}, 415, 'media-type-refused'],
    ['no metadata', {}, { 'upload-metadata': '' }, 400, 'upload-metadata-invalid'],
    [
      'metadata that is not base64',
      {},
      { 'upload-metadata': 'roomId %%%' },
      400,
      'upload-metadata-invalid',
    ],
    ['another protocol version', {}, { 'tus-resumable': '0.2.2' }, 412, 'precondition-tus-version'],
    ['an unknown room', { roomId: 'nowhere' }, {}, 404, 'document-not-found'],
    [
      'a room id with slashes',
      { roomId: 'akane-1/uploadHistory/x' },
      {},
      404,
      'document-not-found',
    ],
  ])('the server rejects %s', async (_, file, headers, status, expected) => {
    const reply = await fixture().uploader.create({ ...aFile(bytes), ...file }, headers);
    expect([reply.status, await code(reply)]).toEqual([status, expected]);
    expect(await fixture().seen(bytes)).toBeNull();
  });

  it('the quota counts declared sizes, even of concurrent requests', async () => {
    const used = Number(
      (
        await fixture().temporary.database.query<{ sum: string }>({
          text: 'select coalesce(sum(size_bytes), 0) as sum from uploads',
        })
      )[0]?.sum,
    );
    const claims = Array.from({ length: 6 }, () => randomBytes(20));
    const replies = await Promise.all(
      claims.map((each) => fixture().uploader.create(aFile(each), { 'upload-length': '10000000' })),
    );
    const fits = Math.floor((40_000_000 - used) / 10_000_000);
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(fits);
    for (const reply of replies)
      if (reply.status !== 201)
        expect([reply.status, await code(reply)]).toEqual([409, 'upload-quota-reached']);
    for (const reply of replies)
      if (reply.status === 201)
        expect((await fixture().uploader.end(reply.headers.get('location') ?? '')).status).toBe(
          204,
        );
  });
});

describe('upload counters', () => {
  it('the counters hold uploads, bytes and rejections by code', () => {
    const { parts, bytes, refused } = fixture().app.imports.counts();
    expect(parts).toBeGreaterThan(10);
    expect(bytes).toBeGreaterThan(15_000_000);
    expect(refused).toMatchObject({
      'upload-too-large': 2,
      'file-name-invalid': 4,
      'media-type-refused': 3,
      'precondition-tus-version': 1,
    });
    expect(refused['upload-offset-conflict']).toBeGreaterThanOrEqual(5);
  });
});

describe('an abandoned upload', () => {
  it('expires, is reported as failed, and can start again', async () => {
    const bytes = anEdfFile({ records: 3, seed: 77 });
    const location = (await fixture().uploader.create(aFile(bytes))).headers.get('location') ?? '';
    await fixture().uploader.patch(location, 0, bytes.subarray(0, 100));
    await fixture().temporary.database.query({
      text: `update uploads set expires_at = now() - interval '1 minute' where upload_id = $1`,
      values: [location.slice(UPLOADS_PATH.length + 1)],
    });
    expect(await fixture().app.imports.uploads.sweep()).toBe(1);
    expect(await fixture().seen(bytes)).toMatchObject({
      state: 'failed',
      error: 'upload-expired',
      uploadId: null,
    });
    expect((await fixture().uploader.head(location)).status).toBe(404);
    await fixture().uploader.upload(aFile(bytes));
    expect(await fixture().until(bytes, ['done', 'failed'])).toMatchObject({ state: 'done' });
  });
});
