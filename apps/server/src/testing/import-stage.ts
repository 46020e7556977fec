import { setTimeout as pause } from 'node:timers/promises';
import { uploadHistoryCollection, type UploadState } from '@yamori/domain';
import { expect } from 'vitest';
import type { z } from 'zod';
import { openLiveStage, type LiveStage, type LiveStageOptions } from './live-stage.ts';
import { createTestUploader, sha256Of, type TestUploader } from './tus-upload.ts';

export type ImportFieldsSeen = z.infer<typeof uploadHistoryCollection.schema>;

/** The whole server, with somebody signed in who may import into `akane-1`. */
export type ImportStage = LiveStage & {
  readonly uploader: TestUploader;
  readonly as: (email: string) => Promise<TestUploader>;
  readonly seen: (bytes: Uint8Array, roomId?: string) => Promise<ImportFieldsSeen | null>;
  /** Waits until the import has come to one of the states, and gives it. */
  readonly until: (bytes: Uint8Array, states: readonly UploadState[], roomId?: string) => Promise<ImportFieldsSeen>;
  /** Rows of the tables that an import fills. */
  readonly rows: (table: 'upload_pieces' | 'uploads' | 'import_runs' | 'imported_frames' | 'imported_stays' | 'timeline_chunks' | 'staged_frames') => Promise<number>;
};

export const AKANE_ROOM = 'akane-1';
const PATIENCE_MS = 60_000;

export async function openImportStage(options: LiveStageOptions = {}): Promise<ImportStage> {
  const stage = await openLiveStage(options);
  const seen: ImportStage['seen'] = async (bytes, roomId = AKANE_ROOM) => {
    const [document] = await stage.app.store.read([`room/${roomId}/uploadHistory/${sha256Of(bytes)}`]);
    return document === null || document === undefined ? null : uploadHistoryCollection.schema.parse(document.data);
  };
  const as: ImportStage['as'] = async (email) => createTestUploader(stage.address, await stage.signIn(email));
  return {
    ...stage, as, seen,
    uploader: await as('carer@akane.example'),
    async until(bytes, states, roomId) {
      for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await pause(20)) {
        const found = await seen(bytes, roomId);
        if (found !== null && states.includes(found.state)) return found;
      }
      return expect.fail(`the import came to ${JSON.stringify(await seen(bytes, roomId))}`);
    },
    rows: async (table) => Number((await stage.temporary.database.query<{ count: string }>({ text: `select count(*) from ${table}` }))[0]?.count),
  };
}
