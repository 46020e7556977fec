import {
  DISCLOSURES,
  documentApi,
  encodeValue,
  updateHistoryApi,
  updateHistoryCollection,
  decodeFields,
  type DataOf,
  type Query,
  type HistoryCheck,
  type WireDocument,
} from '@yamori/domain';
import type { Http } from './http.ts';

export type HistoryEntry = DataOf<'updateHistory'> & { readonly documentPath: string };
/**
 * A place of the record. `entry` null: what is written there cannot be read by this version; that
 * it is there is told all the same.
 */
export type HistoryRow = {
  readonly documentPath: string;
  readonly at: Date;
  readonly entry: HistoryEntry | null;
};

/** Asks for whatever was shown to somebody of residents. */
export const ANY_READING = 'read';

/**
 * What is asked for of the record; null asks for all. `action`: null is everything but readings, of
 * which there are many; `ANY_READING` is those alone. `collection`: of what lies there, and below
 * it. Moments are whole.
 */
export type HistoryAsked = {
  readonly domainId: string | null;
  readonly actorId: string | null;
  readonly action: string | null;
  readonly collection: string | null;
  readonly from: Date | null;
  readonly until: Date | null;
};
export const ALL_HISTORY: HistoryAsked = {
  domainId: null,
  actorId: null,
  action: null,
  collection: null,
  from: null,
  until: null,
};

/**
 * The record of who changed what, and the check of its chains. Each call rejects with a
 * ProblemError.
 */
export type HistoryClient = {
  /**
   * Newest first; without an organisation of all that the asker answers for. @param offset in rows,
   * those that cannot be read among them
   */
  readonly page: (
    asked: HistoryAsked,
    offset: number,
  ) => Promise<{ readonly rows: readonly HistoryRow[]; readonly complete: boolean }>;
  /** Names of documents by path; what is gone or may not be seen has none. */
  readonly names: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Time zones of organisations by their ids. */
  readonly zones: (domainIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Names of the parameters that documents describe, by key, with their units. */
  readonly parameterNames: () => Promise<ReadonlyMap<string, string>>;
  readonly check: () => Promise<HistoryCheck>;
  /** Written down before a file is made. */
  readonly noteExport: (asked: HistoryAsked) => Promise<void>;
};

export const HISTORY_PAGE = 50;
const MOST_READ = 100;
const MOST_PARAMETERS = 500;

export function createHistoryClient(http: Http): HistoryClient {
  return {
    async page(asked, offset) {
      const filters = filtersOf(asked);
      const query = {
        collection: 'updateHistory',
        filters,
        orderBy: [{ field: ['at'], direction: 'desc' as const }],
        limit: HISTORY_PAGE,
        offset,
      };
      const { documents } = await http.call(documentApi.list, { body: { query } });
      return { rows: documents.map(rowOf), complete: documents.length < HISTORY_PAGE };
    },
    names: (paths) => textsOf(http, paths, 'name'),
    async zones(domainIds) {
      const zones = await textsOf(
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
            limit: MOST_PARAMETERS,
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
          isFiltered: [actorId, action, collection].some((one) => one !== null),
        },
      }),
  };
}

/** What documents say in one field, by their paths; an empty word says nothing. */
async function textsOf(
  http: Http,
  paths: readonly string[],
  field: 'name' | 'timeZone',
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const asked = [...new Set(paths)];
  for (let from = 0; from < asked.length; from += MOST_READ) {
    const { documents } = await http.call(documentApi.read, {
      body: { paths: asked.slice(from, from + MOST_READ) },
    });
    for (const document of documents) {
      const text = document?.data[field];
      if (document !== null && typeof text === 'string' && text !== '')
        texts.set(document.path, text);
    }
  }
  return texts;
}

function filtersOf({
  domainId,
  actorId,
  action,
  collection,
  from,
  until,
}: HistoryAsked): Query['filters'] {
  const equal = (field: string, value: string | null): Query['filters'] =>
    value === null ? [] : [{ field: [field], op: '==', value }];
  const bound = (field: string, op: '<' | '>=', value: string | Date | null): Query['filters'] =>
    value === null ? [] : [{ field: [field], op, value: encodeValue(value) }];
  return [
    ...equal('domainId', domainId),
    ...equal('actorId', actorId),
    ...filterOfAction(action),
    // Everything that begins with `room/`: `0` comes next after the stroke.
    ...bound('path', '>=', collection === null ? null : `${collection}/`),
    ...bound('path', '<', collection === null ? null : `${collection}0`),
    ...bound('at', '>=', from),
    ...bound('at', '<', until),
  ];
}

function filterOfAction(action: string | null): Query['filters'] {
  if (action === null) return [{ field: ['action'], op: 'not-in', value: DISCLOSURES }];
  return [
    action === ANY_READING
      ? { field: ['action'], op: 'in', value: DISCLOSURES }
      : { field: ['action'], op: '==', value: action },
  ];
}

/**
 * One that its schema does not take has its time at least: its own, and if that is none, when it
 * was stored.
 */
function rowOf({ path, data: wire, createdAt }: WireDocument): HistoryRow {
  const decoded = decodeFields(wire);
  const { success, data } = updateHistoryCollection.schema.safeParse(decoded);
  if (success) return { documentPath: path, at: data.at, entry: { ...data, documentPath: path } };
  return {
    documentPath: path,
    at: decoded['at'] instanceof Date ? decoded['at'] : new Date(createdAt),
    entry: null,
  };
}

/** What can be read of them. */
export const entriesOf = (rows: readonly HistoryRow[]): readonly HistoryEntry[] =>
  rows.flatMap(({ entry }) => entry ?? []);
