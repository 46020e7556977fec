import { setTimeout as pause } from 'node:timers/promises';
import { uploadHistoryCollection, type UploadState, toUploadSerial } from '@yamori/domain';
import { expect } from 'vitest';
import type { z } from 'zod';
import { findUploadByFile } from '../modules/imports/uploads/upload-store.ts';
import { startLiveFixture, type LiveFixture, type LiveFixtureOptions } from './live-fixture.ts';
import { createTestUploader, computeSha256, type TestUploader } from './tus-upload.ts';

type ImportFieldsSeen = z.infer<typeof uploadHistoryCollection.schema>;

/** The whole server, with a signed-in member who may import into `akane-1`. */
export type ImportFixture = LiveFixture & {
  readonly uploader: TestUploader;
  readonly as: (email: string) => Promise<TestUploader>;
  readonly seen: (bytes: Uint8Array, roomId?: string) => Promise<ImportFieldsSeen | null>;
  /** Waits until the import is in one of the states, and returns it. */
  readonly until: (
    bytes: Uint8Array,
    states: readonly UploadState[],
    roomId?: string,
  ) => Promise<ImportFieldsSeen>;
  /**
   * Waits until the first part of the import is stored, and blocks further parts until released.
   */
  readonly holdStoring: (bytes: Uint8Array) => Promise<() => Promise<void>>;
  /** Number of rows in a table that imports fill. */
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
/** Generous, because other tests share the processor. */
const TIMEOUT_MS = 120_000;

export async function startImportFixture(options: LiveFixtureOptions = {}): Promise<ImportFixture> {
  const fixture = await startLiveFixture(options);
  const seen: ImportFixture['seen'] = async (bytes, roomId = AKANE_ROOM) => {
    const [document] = await fixture.app.store.read([
      `room/${roomId}/uploadHistory/${computeSha256(bytes)}`,
    ]);
    return document === null || document === undefined
      ? null
      : uploadHistoryCollection.schema.parse(document.data);
  };
  const as: ImportFixture['as'] = async (email) =>
    createTestUploader(fixture.address, await fixture.signIn(email));
  return {
    ...fixture,
    as,
    seen,
    uploader: await as('carer@akane.example'),
    async until(bytes, states, roomId) {
      for (
        const deadline = performance.now() + TIMEOUT_MS;
        performance.now() < deadline;
        await pause(50)
      ) {
        const found = await seen(bytes, roomId);
        if (found !== null && states.includes(found.state)) return found;
      }
      return expect.fail(`the import is in state ${JSON.stringify(await seen(bytes, roomId))}`);
    },
    async holdStoring(bytes) {
      const { database } = fixture.temporary;
      const upload = async () =>
        (await findUploadByFile(database, AKANE_ROOM, computeSha256(bytes)))?.uploadId ?? null;
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
        const deadline = performance.now() + TIMEOUT_MS;
        performance.now() < deadline && (await windows(await upload())) === 0;
        await pause(2)
      )
        continue;
      const held = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const holding = database.transaction(async (queries) => {
        await queries.query({
          text: 'select 1 from timeline_streams where serial = $1 for update',
          values: [toUploadSerial((await upload()) ?? '')],
        });
        held.resolve();
        await release.promise;
      });
      await held.promise;
      return async () => {
        release.resolve();
        await holding;
      };
    },
    rows: async (table) =>
      Number(
        (
          await fixture.temporary.database.query<{ count: string }>({
            text: `select count(*) from ${table}`,
          })
        )[0]?.count,
      ),
  };
}
