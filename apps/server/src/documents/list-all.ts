import type { DocumentStore } from './document-store.ts';
import type { ReadDocument } from './document-presentation.ts';

type Question = Omit<Parameters<DocumentStore['list']>[0], 'limit' | 'select'>;

const PAGE = 1_000;

/** Everything that a question finds, a page at a time: what has to count all of them may not end at a limit without a word. */
export async function listAll(store: Pick<DocumentStore, 'list'>, question: Question): Promise<readonly ReadDocument[]> {
  const found: ReadDocument[] = [];
  for (;;) {
    const page = await store.list({ ...question, offset: question.offset + found.length, limit: PAGE });
    found.push(...page);
    if (page.length < PAGE) return found;
  }
}
