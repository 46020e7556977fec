import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  formatUrl,
  decodeDocument,
  documentApi,
  type ImportSettings,
  importApi,
  TUS_VERSION,
  UPLOAD_PART_BYTES,
  uploadHistoryCollection,
  UPLOADS_PATH,
} from '@yamori/domain';
import { z } from 'zod';
import type { RecordingToUpload } from './recording-files.ts';
import {
  expectReply,
  jsonPost,
  retryWhileUnavailable,
  parseProblem,
  problemToCommand,
  type ServerSession,
} from './server-session.ts';

type FileToUpload = {
  readonly recording: RecordingToUpload;
  readonly roomId: string;
  readonly settings: ImportSettings;
  readonly onProgress: (share: number) => void;
};
type UploadedFile = { readonly fileName: string; readonly sha256: string };

const READ_BYTES = 1024 * 1024;
const MIN_PART_BYTES = 64 * 1024;
/** A request must end within a minute. */
const PART_SECONDS = 5;

/**
 * Uploads a file to a room, resuming an interrupted upload of this or an earlier run. Does not
 * resend a file that the room already has; reruns one that failed or was undone.
 */
export async function uploadFile(
  session: ServerSession,
  { recording, roomId, settings, onProgress }: FileToUpload,
): Promise<UploadedFile> {
  const file = await openBytes(recording);
  try {
    const { size } = file;
    const sha256 = await computeSha256(file);
    const fileName = recording.kind === 'file' ? basename(recording.path) : recording.fileName;
    const location = await beginUpload(session, { roomId, fileName, sha256, size, settings });
    if (location !== null) await send(session, file, { location, size, onProgress });
    return { fileName, sha256 };
  } finally {
    await file.close();
  }
}

/** Random access to bytes on disk or in memory. */
type Bytes = {
  readonly size: number;
  readonly read: (at: number, length: number) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
};

async function openBytes(recording: RecordingToUpload): Promise<Bytes> {
  if (recording.kind === 'bundle')
    return {
      size: recording.bytes.length,
      read: async (at, length) => recording.bytes.slice(at, at + length),
      close: async () => undefined,
    };
  const file = await open(recording.path, 'r');
  const { size } = await file.stat();
  return {
    size,
    async read(at, length) {
      const part = new Uint8Array(length);
      const { bytesRead } = await file.read(part, 0, length, at);
      return part.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

async function computeSha256(file: Bytes): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; ;) {
    const part = await file.read(at, READ_BYTES);
    if (part.length === 0) return hash.digest('hex');
    hash.update(part);
    at += part.length;
  }
}

type Beginning = {
  readonly roomId: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
  readonly settings: ImportSettings;
};

/** URL of the upload; null if the room already has the file. */
async function beginUpload(
  session: ServerSession,
  { roomId, fileName, sha256, size, settings }: Beginning,
): Promise<string | null> {
  const metadata = Object.entries({
    roomId,
    fileName,
    sha256,
    autoStart: 'yes',
    settings: JSON.stringify(settings),
  });
  const headers = {
    'tus-resumable': TUS_VERSION,
    'upload-length': String(size),
    'upload-metadata': metadata
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(','),
  };
  return retryWhileUnavailable(
    async () => {
      const reply = await session.fetch(UPLOADS_PATH, { method: 'POST', headers });
      if (reply.status === 409) {
        const reported = await parseProblem(reply);
        if (reported.code !== 'import-exists' || reported.details?.['state'] === 'uploading')
          throw problemToCommand(reported);
        if (reported.details?.['state'] === 'failed' || reported.details?.['state'] === 'undone')
          await expectReply(
            await session.fetch(
              formatUrl(importApi.rerun, { roomId, sha256 }),
              jsonPost({ settings }),
            ),
          );
        return null;
      }
      return (await expectReply(reply)).headers.get('location');
    },
    () => false,
  );
}

type Sending = {
  readonly location: string;
  readonly size: number;
  readonly onProgress: (share: number) => void;
};

/** Sends the file in parts, asking for the offset after a failure. */
async function send(
  session: ServerSession,
  file: Bytes,
  { location, size, onProgress }: Sending,
): Promise<void> {
  const state = {
    offset: await fetchOffset(session, location),
    furthest: -1,
    partBytes: READ_BYTES,
    isOffsetKnown: true,
  };
  while (state.offset < size) {
    onProgress(state.offset / size);
    await retryWhileUnavailable(
      async () => {
        if (!state.isOffsetKnown)
          Object.assign(state, {
            offset: await fetchOffset(session, location),
            isOffsetKnown: true,
          });
        if (state.offset >= size) return;
        state.isOffsetKnown = false;
        Object.assign(
          state,
          await sendPart(session, file, {
            location,
            offset: state.offset,
            bytes: Math.min(state.partBytes, size - state.offset),
          }),
          { isOffsetKnown: true },
        );
      },
      () => {
        const further = state.offset > state.furthest;
        state.furthest = state.offset;
        return further;
      },
    );
  }
  onProgress(1);
}

const headerNumber = (reply: Response, name: string): number =>
  z.coerce
    .number()
    .int()
    .min(0)
    .parse(reply.headers.get(name) ?? undefined);

async function fetchOffset(session: ServerSession, location: string): Promise<number> {
  return headerNumber(
    await expectReply(
      await session.fetch(location, { method: 'HEAD', headers: { 'tus-resumable': TUS_VERSION } }),
    ),
    'upload-offset',
  );
}

type Part = { readonly location: string; readonly offset: number; readonly bytes: number };

/**
 * Limits a part to a few seconds of transfer, so that each request ends in time on a slow
 * connection.
 */
async function sendPart(
  session: ServerSession,
  file: Bytes,
  { location, offset, bytes }: Part,
): Promise<{ readonly offset: number; readonly partBytes: number }> {
  const body = new Uint8Array(await file.read(offset, bytes));
  const startedMs = performance.now();
  const reply = await expectReply(
    await session.fetch(location, {
      method: 'PATCH',
      headers: {
        'tus-resumable': TUS_VERSION,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body,
    }),
  );
  const carried =
    (body.length * PART_SECONDS) / Math.max(0.001, (performance.now() - startedMs) / 1000);
  return {
    offset: headerNumber(reply, 'upload-offset'),
    partBytes: Math.round(Math.max(MIN_PART_BYTES, Math.min(UPLOAD_PART_BYTES, carried))),
  };
}

export type ImportFields = z.infer<typeof uploadHistoryCollection.schema>;

/** Reads the state of an import. */
export async function readImport(
  session: ServerSession,
  roomId: string,
  sha256: string,
): Promise<ImportFields> {
  const reply = await expectReply(
    await session.fetch(
      documentApi.read.path,
      jsonPost({ paths: [`room/${roomId}/uploadHistory/${sha256}`] }),
    ),
  );
  const [document] = documentApi.read.reply.parse(await reply.json()).documents;
  if (document === null || document === undefined)
    throw problemToCommand({ code: 'document-not-found' });
  return uploadHistoryCollection.schema.parse(decodeDocument(document).data);
}
