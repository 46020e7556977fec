import {
  encodeFields,
  encodeValue,
  hasCode,
  uploadHistoryCollection,
  type UPLOAD_ACTIONS,
  type Write,
} from '@yamori/domain';
import type { z } from 'zod';
import type { Queries } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';

export type ImportFields = z.infer<typeof uploadHistoryCollection.schema>;
export type ImportAction = (typeof UPLOAD_ACTIONS)[number];

/** The public record of an import. */
export type ImportDocument = {
  readonly path: string;
  readonly version: string;
  readonly fields: ImportFields;
};

export const importDocumentPath = (roomId: string, sha256: string): string =>
  `room/${roomId}/uploadHistory/${sha256}`;

type ImportChange = {
  readonly fields: Partial<ImportFields>;
  /** Recorded together with the user who did it. */
  readonly action?: ImportAction;
  /** Null for the server itself. */
  readonly by: string | null;
  /** The change fails with `document-conflict` if the document has another version. */
  readonly version?: string;
  readonly alongside?: (queries: Queries) => Promise<void>;
};

export type ImportDocuments = {
  readonly find: (roomId: string, sha256: string) => Promise<ImportDocument | null>;
  /** `replaced`: the version of the document to overwrite; null to create one. */
  readonly begin: (
    path: string,
    fields: Partial<ImportFields>,
    by: string,
    replaced: string | null,
    alongside: (queries: Queries) => Promise<void>,
  ) => Promise<void>;
  readonly change: (path: string, change: ImportChange) => Promise<void>;
};

export function createImportDocuments(store: DocumentStore, now: () => Date): ImportDocuments {
  async function findAt(path: string): Promise<ImportDocument | null> {
    const [document] = await store.read([path]);
    if (document === undefined || document === null || document.bare) return null;
    // A document that passes its schema parses.
    return {
      path: document.path,
      version: document.version,
      fields: uploadHistoryCollection.schema.parse(document.data),
    };
  }

  async function changeOnce(
    path: string,
    { fields, action, by, version, alongside }: ImportChange,
  ): Promise<void> {
    const known = action === undefined || by === null ? null : await findAt(path);
    const noted =
      known === null || action === undefined || by === null
        ? {}
        : { actions: withAction(known.fields.actions, { at: now(), by, action }) };
    const written = Object.entries({ ...fields, ...noted }).map(([name, value]) => ({
      field: [name],
      value: encodeValue(value, name),
    }));
    const expected = version ?? known?.version;
    await store.commit(
      [
        {
          kind: 'update',
          path,
          fields: written,
          ...(expected === undefined ? {} : { precondition: { version: expected } }),
        },
      ],
      { userId: by, ...(alongside === undefined ? {} : { alongside }) },
    );
  }

  return {
    find: (roomId, sha256) => findAt(importDocumentPath(roomId, sha256)),
    async begin(path, fields, by, replaced, alongside) {
      const data = encodeFields(fields, false);
      const write: Write =
        replaced === null
          ? { kind: 'create', path, data }
          : { kind: 'set', path, data, precondition: { version: replaced } };
      await store.commit([write], { userId: by, alongside });
    },
    async change(path, change) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await changeOnce(path, change);
        } catch (error) {
          // Another writer changed the document in between. Retry, so that no action is lost.
          const raced =
            change.version === undefined &&
            change.action !== undefined &&
            hasCode(error, 'document-conflict');
          if (!raced || attempt === NOTE_TRIES) throw error;
        }
      }
    },
  };
}

const NOTE_TRIES = 20;
/** When full, drops the oldest actions except the first, the upload. */
const MAX_ACTIONS = 200;

function withAction(
  actions: ImportFields['actions'],
  noted: ImportFields['actions'][number],
): ImportFields['actions'] {
  const all = [...actions, noted];
  return all.length <= MAX_ACTIONS ? all : [...all.slice(0, 1), ...all.slice(1 - MAX_ACTIONS)];
}
