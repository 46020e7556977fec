import type { SubscriptionTarget } from '@yamori/domain';
import type { TargetChanges } from '../documents/document-transport.ts';

/** Maximum cached queries; the least recently answered is evicted first. */
const MAX_CACHED_QUERIES = 300;

/** The stored record of which documents answered a query. */
export type CachedQuery = {
  readonly key: string;
  readonly paths: readonly string[];
  readonly answeredAtMs: number;
};

/** Equal for two targets that request the same. */
export const getTargetKey = (target: SubscriptionTarget): string =>
  JSON.stringify(target.kind === 'document' ? target.path : target.query);

type Answer = { paths: Set<string>; answeredAtMs: number };

/**
 * Tracks which documents answer which query, through every change of a live one. Reports documents
 * that no longer answer any query (deleted or no longer visible), so that the cache drops them.
 */
export class QuestionBook {
  readonly #answers = new Map<string, Answer>();
  readonly #changed = new Set<string>();

  load(questions: readonly CachedQuery[]): void {
    for (const { key, paths, answeredAtMs } of questions)
      if (!this.#answers.has(key)) this.#answers.set(key, { paths: new Set(paths), answeredAtMs });
  }

  /** Null for a query that was never answered completely. */
  paths(key: string): string[] | null {
    const answer = this.#answers.get(key);
    return answer === undefined ? null : [...answer.paths];
  }

  answeredAtMs(key: string): number | null {
    return this.#answers.get(key)?.answeredAtMs ?? null;
  }

  /** @returns paths that no longer answer any query */
  replace(key: string, paths: readonly string[], nowMs: number): string[] {
    const before = this.#answers.get(key)?.paths ?? new Set<string>();
    const answer = { paths: new Set(paths), answeredAtMs: nowMs };
    this.#put(key, answer);
    return this.#unasked([...before].filter((path) => !answer.paths.has(path)));
  }

  /** @returns paths that no longer answer any query */
  follow(key: string, { changes, reset }: TargetChanges, nowMs: number): string[] {
    const answer = this.#answers.get(key);
    if (reset || answer === undefined) return this.replace(key, getPaths(changes), nowMs);
    const removed: string[] = [];
    const countBefore = answer.paths.size;
    for (const change of changes) {
      if (change.kind !== 'removed') answer.paths.add(change.document.path);
      else if (answer.paths.delete(change.path)) removed.push(change.path);
    }
    answer.answeredAtMs = nowMs;
    if (removed.length > 0 || answer.paths.size > countBefore) this.#put(key, answer);
    return this.#unasked(removed);
  }

  /** Pending writes: queries, and the keys of dropped ones. */
  takeChanged(): (CachedQuery | string)[] {
    const changed = [...this.#changed].map((key) => {
      const answer = this.#answers.get(key);
      return answer === undefined
        ? key
        : { key, paths: [...answer.paths], answeredAtMs: answer.answeredAtMs };
    });
    this.#changed.clear();
    return changed;
  }

  #put(key: string, answer: Answer): void {
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    this.#changed.add(key);
    if (this.#answers.size <= MAX_CACHED_QUERIES) return;
    const [oldest = key] = this.#answers.keys();
    this.#answers.delete(oldest);
    this.#changed.add(oldest);
  }

  #unasked(paths: readonly string[]): string[] {
    return paths.filter(
      (path) => ![...this.#answers.values()].some((answer) => answer.paths.has(path)),
    );
  }
}

const getPaths = (changes: TargetChanges['changes']): string[] =>
  changes.flatMap((change) => (change.kind === 'removed' ? [] : [change.document.path]));
