import { MAX_LIVE_DOCUMENTS, type Collection } from '@yamori/domain';
import { useState } from 'react';
import type { CollectionQuery } from './collection-query.ts';
import type { FoundDocument } from './document-reader.ts';
import { useLiveQuery } from './documents-context.tsx';
import type { LiveResult } from './live-result.ts';

/** Covers most lists; longer ones are fetched up to the maximum of a live query. */
const USUAL = 1_000;

/** `isTruncated`: there may be more than a live query can return, and these are the first. */
type WholeResult<C extends Collection> = {
  readonly found: LiveResult<readonly FoundDocument<C>[]>;
  readonly isTruncated: boolean;
};

/**
 * The complete live result of a query, for sums and sorting in the browser: it is `loading` until
 * all of it has arrived, never a part.
 */
export function useWholeQuery<C extends Collection>(query: CollectionQuery<C>): WholeResult<C> {
  const key = JSON.stringify(query.spec);
  const [wide, setWide] = useState<string | null>(null);
  const limit = wide === key ? MAX_LIVE_DOCUMENTS : USUAL;
  const found = useLiveQuery(query.limit(limit));
  const isFull = 'value' in found && found.value.length >= limit;
  if (isFull && limit === USUAL) setWide(key);
  return isFull && limit === USUAL
    ? { found: { kind: 'loading' }, isTruncated: false }
    : { found, isTruncated: isFull };
}
