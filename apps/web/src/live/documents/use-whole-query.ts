import { LIVE_MOST_DOCUMENTS, type Collection } from '@yamori/domain';
import { useState } from 'react';
import type { CollectionQuery } from './collection-query.ts';
import type { FoundDocument } from './document-reader.ts';
import { useQuery } from './documents-context.tsx';
import type { LiveResult } from './live-result.ts';

/**
 * What most lists are within; whoever has more is asked for as many as one live question may hold.
 */
const USUAL = 1_000;

/** `isCut`: there may be more than one live question holds, and these are the first. */
type WholeResult<C extends Collection> = {
  readonly found: LiveResult<readonly FoundDocument<C>[]>;
  readonly isCut: boolean;
};

/**
 * The whole result of a question, live, for what is summed up or sorted here: it is `loading` until
 * all of it is there, never a part that looks like the whole.
 */
export function useWholeQuery<C extends Collection>(question: CollectionQuery<C>): WholeResult<C> {
  const key = JSON.stringify(question.spec);
  const [wide, setWide] = useState<string | null>(null);
  const limit = wide === key ? LIVE_MOST_DOCUMENTS : USUAL;
  const found = useQuery(question.limit(limit));
  const isFull = 'value' in found && found.value.length >= limit;
  if (isFull && limit === USUAL) setWide(key);
  return isFull && limit === USUAL
    ? { found: { kind: 'loading' }, isCut: false }
    : { found, isCut: isFull };
}
