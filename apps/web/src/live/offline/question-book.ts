import type { SubscriptionTarget } from '@yamori/domain';
import type { TargetChanges } from '../documents/document-transport.ts';

/** Questions whose answers are kept; the one that was answered longest ago goes first. */
const QUESTIONS_KEPT = 300;

/** Which documents answered a question, as it lies in the store. */
export type KeptQuestion = {
  readonly key: string;
  readonly paths: readonly string[];
  readonly answeredAtMs: number;
};

/** Says the same for two targets that ask the same. */
export const keyOf = (target: SubscriptionTarget): string =>
  JSON.stringify(target.kind === 'document' ? target.path : target.query);

type Answer = { paths: Set<string>; answeredAtMs: number };

/**
 * Which documents answer which question, kept up with every change of a live one. A document that
 * answers no question any more (it was deleted, or is not to be seen any more) is named, so that it
 * is not kept either.
 */
export class QuestionBook {
  readonly #answers = new Map<string, Answer>();
  readonly #changed = new Set<string>();

  load(questions: readonly KeptQuestion[]): void {
    for (const { key, paths, answeredAtMs } of questions)
      if (!this.#answers.has(key)) this.#answers.set(key, { paths: new Set(paths), answeredAtMs });
  }

  /** Null for a question that was never answered whole. */
  paths(key: string): string[] | null {
    const answer = this.#answers.get(key);
    return answer === undefined ? null : [...answer.paths];
  }

  answeredAtMs(key: string): number | null {
    return this.#answers.get(key)?.answeredAtMs ?? null;
  }

  /** @returns paths that answer nothing any more */
  replace(key: string, paths: readonly string[], nowMs: number): string[] {
    const before = this.#answers.get(key)?.paths ?? new Set<string>();
    const answer = { paths: new Set(paths), answeredAtMs: nowMs };
    this.#put(key, answer);
    return this.#unasked([...before].filter((path) => !answer.paths.has(path)));
  }

  /** @returns paths that answer nothing any more */
  follow(key: string, { changes, reset }: TargetChanges, nowMs: number): string[] {
    const answer = this.#answers.get(key);
    if (reset || answer === undefined) return this.replace(key, pathsOf(changes), nowMs);
    const gone: string[] = [];
    const countBefore = answer.paths.size;
    for (const change of changes) {
      if (change.kind !== 'removed') answer.paths.add(change.document.path);
      else if (answer.paths.delete(change.path)) gone.push(change.path);
    }
    answer.answeredAtMs = nowMs;
    if (gone.length > 0 || answer.paths.size > countBefore) this.#put(key, answer);
    return this.#unasked(gone);
  }

  /** What has to be written: questions, and the keys of those that are kept no longer. */
  takeChanged(): (KeptQuestion | string)[] {
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
    if (this.#answers.size <= QUESTIONS_KEPT) return;
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

const pathsOf = (changes: TargetChanges['changes']): string[] =>
  changes.flatMap((change) => (change.kind === 'removed' ? [] : [change.document.path]));
