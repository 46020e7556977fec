import { setTimeout as pause } from 'node:timers/promises';
import { uploadHistoryCollection, type UploadState, serialOfUpload } from '@yamori/domain';
import { expect } from 'vitest';
import type { z } from 'zod';
import { findUploadOfFile } from '../modules/imports/uploads/upload-store.ts';
import { openLiveStage, type LiveStage, type LiveStageOptions } from './live-stage.ts';
import { createTestUploader, sha256Of, type TestUploader } from './tus-upload.ts';

export type ImportFieldsSeen = z.infer<typeof uploadHistoryCollection.schema>;

/** The whole server, with somebody signed in who may import into `akane-1`. */
export type ImportStage = LiveStage & {
  readonly uploader: TestUploader;
  readonly as: (email: string) => Promise<TestUploader>;
  readonly seen: (bytes: Uint8Array, roomId?: string) => Promise<ImportFieldsSeen | null>;
  /** Waits until the import has come to one of the states, and gives it. */
  readonly until: (
    bytes: Uint8Array,
    states: readonly UploadState[],
    roomId?: string,
  ) => Promise<ImportFieldsSeen>;
  /**
   * Waits until a first part of the import is on the timeline, and keeps the rest from it until it
   * is let go.
   */
  readonly holdStoring: (bytes: Uint8Array) => Promise<() => Promise<void>>;
  /** Rows of the tables that an import fills. */
  readonly rows: (
    table:
      | 'upload_pieces'
      | 'uploads'
      | 'import_runs'
      | 'imported_frames'
      | 'imported_stays'
      | 'timeline_chunks'
      | 'staged_frames',
  ) => Promise<number>;
};

export const AKANE_ROOM = 'akane-1';
/** Other tests share the processor. */
const PATIENCE_MS = 120_000;

export async function openImportStage(options: LiveStageOptions = {}): Promise<ImportStage> {
  const stage = await openLiveStage(options);
  const seen: ImportStage['seen'] = async (bytes, roomId = AKANE_ROOM) => {
    const [document] = await stage.app.store.read([
      `room/${roomId}/uploadHistory/${sha256Of(bytes)}`,
    ]);
    return document === null || document === undefined
      ? null
      : uploadHistoryCollection.schema.parse(document.data);
  };
  const as: ImportStage['as'] = async (email) =>
    createTestUploader(stage.address, await stage.signIn(email));
  return {
    ...stage,
    as,
    seen,
    uploader: await as('carer@akane.example'),
    async until(bytes, states, roomId) {
      for (
        const deadline = performance.now() + PATIENCE_MS;
        performance.now() < deadline;
        await pause(50)
      ) {
        const found = await seen(bytes, roomId);
        if (found !== null && states.includes(found.state)) return found;
      }
      return expect.fail(`the import came to ${JSON.stringify(await seen(bytes, roomId))}`);
    },
    async holdStoring(bytes) {
      const { database } = stage.temporary;
      const upload = async () =>
        (await findUploadOfFile(database, AKANE_ROOM, sha256Of(bytes)))?.uploadId ?? null;
      const windows = async (uploadId: string | null) =>
        uploadId === null
          ? 0
          : ((
              await database.query<{ windows_done: number }>({
                text: 'select windows_done from import_runs where upload_id = $1',
                values: [uploadId],
              })
            )[0]?.windows_done ?? 0);
      for (
        const deadline = performance.now() + PATIENCE_MS;
        performance.now() < deadline && (await windows(await upload())) === 0;
        await pause(2)
      )
        continue;
      const held = Promise.withResolvers<void>();
      const letGo = Promise.withResolvers<void>();
      const holding = database.transaction(async (queries) => {
        await queries.query({
          text: 'select 1 from timeline_streams where serial = $1 for update',
          values: [serialOfUpload((await upload()) ?? '')],
        });
        held.resolve();
        await letGo.promise;
      });
      await held.promise;
      return async () => {
        letGo.resolve();
        await holding;
      };
    },
    rows: async (table) =>
      Number(
        (
          await stage.temporary.database.query<{ count: string }>({
            text: `select count(*) from ${table}`,
          })
        )[0]?.count,
      ),
  };
}
