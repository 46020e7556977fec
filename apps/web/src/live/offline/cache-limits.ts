import { parseDocumentPath } from '@yamori/domain';
import { isMemberCached } from './kept-member.ts';
import { settled, type OfflineDatabase } from './offline-database.ts';
import type { CachedQuery } from './query-cache.ts';

/** Maximum cached documents of a member; the least recently seen are evicted first. */
export const MAX_CACHED_DOCUMENTS = 4000;
/** Cache lifetime of a document that was not seen again. */
export const CACHE_TTL_MS = 7 * 24 * 60 * 60 * 1000;
/** The newest nights of each room. */
export const MAX_CACHED_NIGHTS = 7;

/**
 * Evicts old and excess documents.
 * @returns the remaining queries
 */
export const pruneCache = (
  database: OfflineDatabase,
  memberId: string,
  nowMs: number,
): Promise<CachedQuery[]> =>
  database.transaction(['member', 'documents', 'questions'], 'readwrite', async (stores) => {
    if (!(await isMemberCached(stores('member'), memberId))) return [];
    const documents = stores('documents');
    const byAge = documents.index('keptAtMs');
    const tooOld = IDBKeyRange.upperBound(nowMs - CACHE_TTL_MS);
    const old = await settled(byAge.getAllKeys(tooOld));
    const left = (await settled(documents.count())) - old.length;
    const tooMany =
      left > MAX_CACHED_DOCUMENTS
        ? await settled(byAge.getAllKeys(null, old.length + left - MAX_CACHED_DOCUMENTS))
        : old;
    for (const path of tooMany) documents.delete(path);
    const questions: unknown[] = await settled<unknown[]>(stores('questions').getAll());
    const kept = questions.flatMap((question) =>
      isCachedQuery(question) && question.answeredAtMs > nowMs - CACHE_TTL_MS ? [question] : [],
    );
    stores('questions').clear();
    for (const question of kept) stores('questions').put(question);
    return kept.toSorted((a, b) => a.answeredAtMs - b.answeredAtMs);
  });

/** Keeps only the newest nights of the rooms in the paths. */
export async function pruneNights(
  documents: IDBObjectStore,
  paths: readonly string[],
): Promise<void> {
  const places = new Set(
    paths
      .map((path) => parseDocumentPath(path).collection)
      .flatMap(({ name, path }) => (name === 'sleep' ? [path] : [])),
  );
  for (const place of places) {
    const nights: unknown[] = await settled<unknown[]>(documents.index('place').getAll(place));
    const dated = nights.flatMap((record) =>
      isNight(record) ? [{ path: record.path, night: record.document.data.night }] : [],
    );
    const extra = dated.toSorted((a, b) => (a.night < b.night ? 1 : -1)).slice(MAX_CACHED_NIGHTS);
    for (const { path } of extra) documents.delete(path);
  }
}

type Night = {
  readonly path: string;
  readonly document: { readonly data: { readonly night: string } };
};

function isNight(value: unknown): value is Night {
  const document = getField(value, 'document');
  return (
    typeof getField(value, 'path') === 'string' &&
    typeof getField(getField(document, 'data'), 'night') === 'string'
  );
}

const getField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const isCachedQuery = (value: unknown): value is CachedQuery =>
  typeof getField(value, 'key') === 'string' &&
  Array.isArray(getField(value, 'paths')) &&
  typeof getField(value, 'answeredAtMs') === 'number';
