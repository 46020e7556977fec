import { encodeFields, encodeValue, uploadHistoryCollection, type UPLOAD_ACTIONS, type Write } from '@yamori/domain';
import type { z } from 'zod';
import type { Queries } from '../../database/database.ts';
import type { DocumentStore } from '../../documents/document-store.ts';

export type ImportFields = z.infer<typeof uploadHistoryCollection.schema>;
export type ImportAction = (typeof UPLOAD_ACTIONS)[number];

/** What people see of an import. */
export type ImportDocument = { readonly path: string; readonly version: string; readonly fields: ImportFields };

export const importDocumentPath = (roomId: string, sha256: string): string => `room/${roomId}/uploadHistory/${sha256}`;

export type ImportChange = {
  readonly fields: Partial<ImportFields>;
  /** Noted with who did it. */
  readonly action?: ImportAction;
  /** Null: the server itself. */
  readonly by: string | null;
  /** Refused with `document-conflict` when the document is another meanwhile. */
  readonly version?: string;
  readonly alongside?: (queries: Queries) => Promise<void>;
};

export type ImportDocuments = {
  readonly find: (roomId: string, sha256: string) => Promise<ImportDocument | null>;
  /** `replaced`: the version of the document that begins anew; null where there is none. */
  readonly begin: (path: string, fields: Partial<ImportFields>, by: string, replaced: string | null, alongside: (queries: Queries) => Promise<void>) => Promise<void>;
  readonly change: (path: string, change: ImportChange) => Promise<void>;
};

export function createImportDocuments(store: DocumentStore, now: () => Date): ImportDocuments {
  return {
    async find(roomId, sha256) {
      const [document] = await store.read([importDocumentPath(roomId, sha256)]);
      if (document === undefined || document === null || document.bare) return null;
      // Whole, since it is not bare.
      return { path: document.path, version: document.version, fields: uploadHistoryCollection.schema.parse(document.data) };
    },
    async begin(path, fields, by, replaced, alongside) {
      const data = encodeFields(fields, false);
      const write: Write = replaced === null ? { kind: 'create', path, data } : { kind: 'set', path, data, precondition: { version: replaced } };
      await store.commit([write], { userId: by, alongside });
    },
    async change(path, { fields, action, by, version, alongside }) {
      const written = Object.entries(fields).map(([name, value]) => ({ field: [name], value: encodeValue(value, name) }));
      const noted = action === undefined || by === null ? [] : [{ field: ['actions'], value: { $arrayUnion: [encodeValue({ at: now(), by, action })] } }];
      await store.commit([{ kind: 'update', path, fields: [...written, ...noted], ...(version === undefined ? {} : { precondition: { version } }) }],
        { userId: by, ...(alongside === undefined ? {} : { alongside }) });
    },
  };
}
