import { importSettings } from '@yamori/domain';
import { z } from 'zod';
import { isStillKept } from '../../../live/offline/kept-member.ts';
import { settled, type OfflineDatabase } from '../../../live/offline/offline-database.ts';
import { isFileHandle } from './file-handles.ts';

/** How to go on with an upload after the page has gone: never the bytes themselves. */
export type KeptUpload = z.infer<typeof keptUpload>;

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
  /** Null where the browser gives none. */
  handle: z.custom<FileSystemFileHandle>(isFileHandle).nullable(),
});

/** More unfinished uploads a member may not have (docs/import.md). */
const MOST_KEPT = 50;

export type KeptUploads = {
  readonly list: () => Promise<readonly KeptUpload[]>;
  readonly keep: (upload: KeptUpload) => Promise<void>;
  readonly forget: (id: string) => Promise<void>;
};

/**
 * In the database of what this browser keeps, which goes at sign-out (decision 018). A browser that
 * keeps nothing forgets.
 */
export function createKeptUploads(database: OfflineDatabase | null, memberId: string): KeptUploads {
  if (database === null)
    return { list: async () => [], keep: async () => undefined, forget: async () => undefined };
  return {
    list: () =>
      database.transaction(['member', 'uploads'], 'readonly', async (stores) => {
        if (!(await isStillKept(stores('member'), memberId))) return [];
        const records: unknown[] = await settled<unknown[]>(stores('uploads').getAll());
        return records.flatMap((record) => keptUpload.safeParse(record).data ?? []);
      }),
    keep: (upload) =>
      database.transaction(['member', 'uploads'], 'readwrite', async (stores) => {
        if (
          !(await isStillKept(stores('member'), memberId)) ||
          (await settled(stores('uploads').count())) >= MOST_KEPT
        )
          return;
        try {
          stores('uploads').put(upload);
        } catch {
          // A browser whose handles cannot be kept: the same file is asked for again.
          stores('uploads').put({ ...upload, handle: null });
        }
      }),
    forget: (id) =>
      database.transaction(['uploads'], 'readwrite', async (stores) => {
        await settled(stores('uploads').delete(id));
      }),
  };
}
