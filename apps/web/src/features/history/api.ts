import {
  decodeFields,
  DISCLOSURES,
  documentApi,
  encodeValue,
  isTimeZone,
  updateHistoryApi,
  updateHistoryCollection,
  type DocumentData,
  type HistoryCheck,
  type Query,
  type WireDocument,
} from '@yamori/domain';
import { apiHook } from '../../api/http-context.ts';
import type { Http } from '../../api/http.ts';
import { useOrganisations } from '../../shared/organisations/use-organisations.ts';

export type HistoryEntry = DocumentData<'updateHistory'> & { readonly documentPath: string };
/**
 * A row of the log. `entry` null: this version cannot parse the entry, but its existence is shown.
 */
export type HistoryRow = {
  readonly documentPath: string;
  readonly at: Date;
  readonly entry: HistoryEntry | null;
};

/** Filters for all access to residents' data. */
export const ANY_READING = 'read';

/**
 * The filter of the log; null for all. `action`: null is everything except access records, of which
 * there are many; `ANY_READING` is those alone. `collection`: including its subcollections. Times
 * are whole seconds.
 */
export type HistoryCriteria = {
  readonly domainId: string | null;
  readonly actorId: string | null;
  readonly action: string | null;
  readonly collection: string | null;
  readonly from: Date | null;
  readonly until: Date | null;
};
export const ALL_HISTORY: HistoryCriteria = {
  domainId: null,
  actorId: null,
  action: null,
  collection: null,
  from: null,
  until: null,
};

/** The audit log and the verification of its hash chains. Each call rejects with a ProblemError. */
export type HistoryApi = {
  /**
   * Newest first; without an organisation, of all that the user manages.
   *
   * @param offset in rows, including unreadable ones
   */
  readonly page: (
    criteria: HistoryCriteria,
    offset: number,
  ) => Promise<{ readonly rows: readonly HistoryRow[]; readonly complete: boolean }>;
  /** Names of documents by path; deleted or inaccessible ones have none. */
  readonly names: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Time zones of organisations by id. */
  readonly zones: (domainIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Names of the parameters that documents describe, by key, with their units. */
  readonly parameterNames: () => Promise<ReadonlyMap<string, string>>;
  readonly check: () => Promise<HistoryCheck>;
  /** Logs an export before the file is made. */
  readonly noteExport: (criteria: HistoryCriteria) => Promise<void>;
};

export const HISTORY_PAGE = 50;
const MAX_READ = 100;
const MAX_PARAMETERS = 500;

function createHistoryApi(http: Http): HistoryApi {
  return {
    async page(criteria, offset) {
      const filters = toFilters(criteria);
      const query = {
        collection: 'updateHistory',
        filters,
        orderBy: [{ field: ['at'], direction: 'desc' as const }],
        limit: HISTORY_PAGE,
        offset,
      };
      const { documents } = await http.call(documentApi.list, { body: { query } });
      return { rows: documents.map(toRow), complete: documents.length < HISTORY_PAGE };
    },
    names: (paths) => readTexts(http, paths, 'name'),
    async zones(domainIds) {
      const zones = await readTexts(
        http,
        domainIds.map((id) => `domain/${id}`),
        'timeZone',
      );
      return new Map([...zones].map(([path, zone]) => [path.slice('domain/'.length), zone]));
    },
    async parameterNames() {
      const { documents } = await http.call(documentApi.list, {
        body: {
          query: {
            collection: 'parameter',
            filters: [],
            orderBy: [],
            limit: MAX_PARAMETERS,
            offset: 0,
          },
        },
      });
      return new Map(
        documents.flatMap(({ data: { key, name, unit } }) =>
          typeof key === 'string' && typeof name === 'string'
            ? [[key, typeof unit === 'string' && unit !== '' ? `${name} (${unit})` : name]]
            : [],
        ),
      );
    },
    check: () => http.call(updateHistoryApi.check),
    noteExport: ({ domainId, from, until, actorId, action, collection }) =>
      http.call(updateHistoryApi.noteExport, {
        body: {
          domainId,
          from: from?.toISOString() ?? null,
          until: until?.toISOString() ?? null,
          isFiltered: [actorId, action, collection].some((filter) => filter !== null),
        },
      }),
  };
}

/** The texts in one field of documents, by path; omits empty ones. */
async function readTexts(
  http: Http,
  paths: readonly string[],
  field: 'name' | 'timeZone',
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const distinct = [...new Set(paths)];
  for (let from = 0; from < distinct.length; from += MAX_READ) {
    const { documents } = await http.call(documentApi.read, {
      body: { paths: distinct.slice(from, from + MAX_READ) },
    });
    for (const document of documents) {
      const text = document?.data[field];
      if (document !== null && typeof text === 'string' && text !== '')
        texts.set(document.path, text);
    }
  }
  return texts;
}

function toFilters({
  domainId,
  actorId,
  action,
  collection,
  from,
  until,
}: HistoryCriteria): Query['filters'] {
  const equal = (field: string, value: string | null): Query['filters'] =>
    value === null ? [] : [{ field: [field], op: '==', value }];
  const bound = (field: string, op: '<' | '>=', value: string | Date | null): Query['filters'] =>
    value === null ? [] : [{ field: [field], op, value: encodeValue(value) }];
  return [
    ...equal('domainId', domainId),
    ...equal('actorId', actorId),
    ...toActionFilter(action),
    // Everything that begins with `room/`: `0` is the character after `/`.
    ...bound('path', '>=', collection === null ? null : `${collection}/`),
    ...bound('path', '<', collection === null ? null : `${collection}0`),
    ...bound('at', '>=', from),
    ...bound('at', '<', until),
  ];
}

function toActionFilter(action: string | null): Query['filters'] {
  if (action === null) return [{ field: ['action'], op: 'not-in', value: DISCLOSURES }];
  return [
    action === ANY_READING
      ? { field: ['action'], op: 'in', value: DISCLOSURES }
      : { field: ['action'], op: '==', value: action },
  ];
}

/** An entry that fails its schema still has a time: its own, or else when it was stored. */
function toRow({ path, data: wire, createdAt }: WireDocument): HistoryRow {
  const decoded = decodeFields(wire);
  const { success, data } = updateHistoryCollection.schema.safeParse(decoded);
  if (success) return { documentPath: path, at: data.at, entry: { ...data, documentPath: path } };
  return {
    documentPath: path,
    at: decoded['at'] instanceof Date ? decoded['at'] : new Date(createdAt),
    entry: null,
  };
}

/** The readable entries. */
export const getEntries = (rows: readonly HistoryRow[]): readonly HistoryEntry[] =>
  rows.flatMap(({ entry }) => entry ?? []);

export const useHistoryApi = apiHook(createHistoryApi);

/**
 * The time zone for days and times: the organisation's own; for several organisations, the
 * reader's.
 */
export function useHistoryZone(domainId: string | null): string {
  const zone = useOrganisations().find(
    ({ documentReferenceId }) => documentReferenceId === domainId,
  )?.timeZone;
  return zone !== undefined && isTimeZone(zone) ? zone : readersZone();
}

export const readersZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
