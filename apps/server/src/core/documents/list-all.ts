import { DOCUMENT_PATH_FIELD, type Query } from '@yamori/domain';
import type { DocumentStore } from './document-store.ts';
import type { ReadDocument } from './document-presentation.ts';

type Question = Pick<Query, 'collection' | 'group' | 'filters'>;
type Listing = Pick<DocumentStore, 'list'>;

const PAGE = 1_000;

/**
 * Every document that a question finds, by path, a page at a time. A page begins behind the last
 * document of the one before and not at a number: what goes in between hides no other.
 */
export async function* everyDocument(
  store: Listing,
  question: Question,
  atOnce = PAGE,
): AsyncGenerator<ReadDocument> {
  let after: string | null = null;
  for (;;) {
    const page: readonly ReadDocument[] = await store.list({
      ...question,
      orderBy: [{ field: [...DOCUMENT_PATH_FIELD], direction: 'asc' }],
      offset: 0,
      limit: atOnce,
      ...(after === null ? {} : { startAt: { values: [after], inclusive: false } }),
    });
    yield* page;
    after = page.at(-1)?.path ?? null;
    if (after === null || page.length < atOnce) return;
  }
}

/** The same as a list: what has to count all of them may not end at a limit without a word. */
export async function listAll(
  store: Listing,
  question: Question,
): Promise<readonly ReadDocument[]> {
  const found: ReadDocument[] = [];
  for await (const document of everyDocument(store, question)) found.push(document);
  return found;
}
