import { HISTORY_CHECK_PATH, historyCheckReply, listReply, readReply, updateHistoryCollection, decodeFields, type DataOf, type HistoryCheck } from '@yamori/domain';
import { callJson, type HttpOptions } from './http-call.ts';

export type HistoryEntry = DataOf<'updateHistory'> & { readonly documentPath: string };

/** The record of who changed what, and the check of its chains. Each call rejects with a ProblemError. */
export type HistoryClient = {
  /** Newest first; `domainId` null: of all that the asker answers for. */
  readonly page: (domainId: string | null, offset: number) => Promise<{ readonly entries: readonly HistoryEntry[]; readonly complete: boolean }>;
  /** Names of documents by path; what is gone or may not be seen has none. */
  readonly names: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly check: () => Promise<HistoryCheck>;
};

export const HISTORY_PAGE = 50;
const MOST_READ = 100;

export function createHistoryClient(http: HttpOptions): HistoryClient {
  return {
    async page(domainId, offset) {
      const filters = domainId === null ? [] : [{ field: ['domainId'], op: '==', value: domainId }];
      const query = { collection: 'updateHistory', filters, orderBy: [{ field: ['at'], direction: 'desc' }], limit: HISTORY_PAGE, offset };
      const { documents } = await callJson(http, 'POST', '/api/documents/list', { query }, listReply);
      return { entries: documents.flatMap(({ path, data }) => entryOf(path, data)), complete: documents.length < HISTORY_PAGE };
    },
    async names(paths) {
      const names = new Map<string, string>();
      const asked = [...new Set(paths)];
      for (let from = 0; from < asked.length; from += MOST_READ) {
        const { documents } = await callJson(http, 'POST', '/api/documents/read', { paths: asked.slice(from, from + MOST_READ) }, readReply);
        for (const document of documents) if (document !== null && typeof document.data['name'] === 'string') names.set(document.path, document.data['name']);
      }
      return names;
    },
    check: () => callJson(http, 'POST', HISTORY_CHECK_PATH, {}, historyCheckReply),
  };
}

/** One that its schema does not take is left to the check, which names it. */
function entryOf(documentPath: string, wire: Readonly<Record<string, unknown>>): HistoryEntry[] {
  const { success, data } = updateHistoryCollection.schema.safeParse(decodeFields(wire));
  return success ? [{ ...data, documentPath }] : [];
}
