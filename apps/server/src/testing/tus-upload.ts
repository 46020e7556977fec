import { createHash } from 'node:crypto';
import {
  formatUrl,
  importApi,
  TUS_VERSION,
  UPLOADS_PATH,
  type ImportSettings,
} from '@yamori/domain';

/** Formats the `Upload-Metadata` header of a file. */
export const formatUploadMetadata = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value, 'utf8').toString('base64')}`)
    .join(',');

export const computeSha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

type TestFile = {
  readonly roomId: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly autoStart?: 'yes' | 'no';
  readonly settings?: ImportSettings;
};

export type TestUploader = {
  readonly create: (file: TestFile, more?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly head: (location: string) => Promise<Response>;
  readonly patch: (
    location: string,
    offset: number,
    bytes: Uint8Array | ReadableStream<Uint8Array>,
    signal?: AbortSignal,
  ) => Promise<Response>;
  readonly end: (location: string) => Promise<Response>;
  /** Creates an upload and sends all bytes. */
  readonly upload: (file: TestFile) => Promise<void>;
  readonly command: (
    file: Pick<TestFile, 'roomId' | 'bytes'>,
    name: keyof typeof importApi,
    body?: object,
  ) => Promise<Response>;
};

/** A tus client that behaves like a signed-in browser. */
export function createTestUploader(address: string, cookie: string): TestUploader {
  const base = { cookie, origin: address, 'tus-resumable': TUS_VERSION };
  const uploader: TestUploader = {
    create: ({ roomId, fileName, bytes, autoStart, settings }, more = {}) =>
      fetch(`${address}${UPLOADS_PATH}`, {
        method: 'POST',
        headers: {
          ...base,
          'upload-length': String(bytes.length),
          'upload-metadata': formatUploadMetadata({
            roomId,
            fileName,
            sha256: computeSha256(bytes),
            ...(autoStart === undefined ? {} : { autoStart }),
            ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
          }),
          ...more,
        },
      }),
    head: (location) => fetch(`${address}${location}`, { method: 'HEAD', headers: base }),
    patch: (location, offset, body, signal) =>
      fetch(`${address}${location}`, {
        // The types of fetch omit `duplex`, which streams require.
        ...({ duplex: 'half' } as object),
        method: 'PATCH',
        headers: {
          ...base,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: body instanceof Uint8Array ? new Uint8Array(body) : body,
        ...(signal === undefined ? {} : { signal }),
      }),
    end: (location) => fetch(`${address}${location}`, { method: 'DELETE', headers: base }),
    async upload(file) {
      const created = await uploader.create(file);
      if (created.status !== 201)
        throw new Error(`failed to create the upload: ${created.status} ${await created.text()}`);
      const sent = await uploader.patch(
        created.headers.get('location') ?? '',
        Number(created.headers.get('upload-offset')),
        file.bytes.subarray(Number(created.headers.get('upload-offset'))),
      );
      if (sent.status !== 204)
        throw new Error(`failed to send the bytes: ${sent.status} ${await sent.text()}`);
    },
    command: ({ roomId, bytes }, name, body = {}) =>
      fetch(`${address}${formatUrl(importApi[name], { roomId, sha256: computeSha256(bytes) })}`, {
        method: 'POST',
        headers: { cookie, origin: address, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
  return uploader;
}
