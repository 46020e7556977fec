import { importSettings } from '@yamori/domain';
import { z } from 'zod';
import { isMemberCached } from '../../../live/offline/kept-member.ts';
import { settled, type OfflineDatabase } from '../../../live/offline/offline-database.ts';
import { isFileHandle } from './file-handles.ts';

/** The state to resume an upload after the page has closed: never the bytes themselves. */
export type ResumableUpload = z.infer<typeof keptUpload>;

const keptUpload = z.object({
  /** Room and SHA-256. */
  id: z.string(),
  roomId: z.string(),
  sha256: z.string(),
  fileName: z.string(),
  sizeBytes: z.int(),
  partNames: z.array(z.string()).default([]),
  waitsForReview: z.boolean(),
  settings: importSettings,
  /** Null if the browser provides none. */
  handle: z.custom<FileSystemFileHandle>(isFileHandle).nullable(),
});

/** Maximum unfinished uploads of a member (docs/import.md). */
const MAX_UPLOADS = 50;

export type ResumableUploads = {
  readonly list: () => Promise<readonly ResumableUpload[]>;
  readonly keep: (upload: ResumableUpload) => Promise<void>;
  readonly forget: (id: string) => Promise<void>;
};

/**
 * In this browser's member database, which sign-out deletes (decision 018). Without storage nothing
 * is remembered.
 */
export function createResumableUploads(
  database: OfflineDatabase | null,
  memberId: string,
): ResumableUploads {
  if (database === null)
    return { list: async () => [], keep: async () => undefined, forget: async () => undefined };
  return {
    list: () =>
      database.transaction(['member', 'uploads'], 'readonly', async (stores) => {
        if (!(await isMemberCached(stores('member'), memberId))) return [];
        const records: unknown[] = await settled<unknown[]>(stores('uploads').getAll());
        return records.flatMap((record) => keptUpload.safeParse(record).data ?? []);
      }),
    keep: (upload) =>
      database.transaction(['member', 'uploads'], 'readwrite', async (stores) => {
        if (
          !(await isMemberCached(stores('member'), memberId)) ||
          (await settled(stores('uploads').count())) >= MAX_UPLOADS
        )
          return;
        try {
          stores('uploads').put(upload);
        } catch {
          // This browser cannot store handles: the user is asked for the file again.
          stores('uploads').put({ ...upload, handle: null });
        }
      }),
    forget: (id) =>
      database.transaction(['uploads'], 'readwrite', async (stores) => {
        await settled(stores('uploads').delete(id));
      }),
  };
}
