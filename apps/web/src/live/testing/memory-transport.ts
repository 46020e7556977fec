import {
  applyWrite,
  compareDocuments,
  encodeDocument,
  parseDocumentPath,
  ProblemError,
  readQuery,
  runQuery,
  type Problem,
  type Query,
  type StoredDocument,
  type SubscriptionTarget,
  type WireChange,
  type WireDocument,
  type Write,
} from '@yamori/domain';
import type { DocumentTransport, TargetListener } from '../documents/document-transport.ts';

type Subscription = {
  readonly target: SubscriptionTarget;
  readonly listener: TargetListener;
  sent: ReadonlyMap<string, string>;
};

/**
 * An in-memory document store without schemas and rights, built on the domain's pure functions, for
 * tests of the layers above a transport.
 */
export class MemoryTransport implements DocumentTransport {
  readonly documents = new Map<string, StoredDocument>();
  readonly calls: string[] = [];
  /** Collections whose lists are denied, with the code. */
  readonly refused = new Map<string, string>();
  /** Collections whose lists get no answer, as without a network. */
  readonly silent = new Set<string>();
  readonly #subscriptions = new Set<Subscription>();
  readonly #now: () => Date;
  #nextRefusal: Problem | null = null;
  #version = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Stores a document without any check. */
  put(path: string, data: StoredDocument['data']): void {
    this.documents.set(path, this.#next(path, data));
    this.#publish();
  }

  /** The document as the reply of a command contains it, ahead of the subscriptions. */
  reply(path: string, data: StoredDocument['data']): WireDocument {
    return encodeDocument(this.#next(path, data));
  }

  #next(path: string, data: StoredDocument['data']): StoredDocument {
    const now = this.#now();
    const createdAt = this.documents.get(path)?.createdAt ?? now;
    return { path, data, createdAt, updatedAt: now, version: this.#nextVersion() };
  }

  /** Rejects the next commit, as the server's rules would; nothing is written. */
  refuseNext(problem: Problem): void {
    this.#nextRefusal = problem;
  }

  /** Ends every subscription, as when rights change. */
  failAll(code: string): void {
    const ended = [...this.#subscriptions];
    this.#subscriptions.clear();
    ended.forEach(({ listener }) => listener.onFail({ code }));
  }

  readonly read = async (paths: readonly string[]): Promise<(WireDocument | null)[]> => {
    this.calls.push('read');
    return paths.map((path) => toWire(this.documents.get(parseDocumentPath(path).path)));
  };

  readonly list = async (query: Query): Promise<WireDocument[]> => {
    this.calls.push('list');
    const code = this.refused.get(query.collection);
    if (code !== undefined) throw new ProblemError({ code });
    if (this.silent.has(query.collection)) await new Promise<never>(() => undefined);
    return this.#run(query).map(encodeDocument);
  };

  readonly count = async (query: Query): Promise<number> => this.#run(query).length;

  readonly commit = async (writes: readonly Write[]): Promise<(WireDocument | null)[]> => {
    this.calls.push('commit');
    const refusal = this.#nextRefusal;
    this.#nextRefusal = null;
    if (refusal !== null) throw new ProblemError(refusal);
    const after = new Map(this.documents);
    const results = writes.map((write) => toWire(this.#perform(after, write)));
    this.documents.clear();
    for (const [path, document] of after) this.documents.set(path, document);
    this.#publish();
    return results;
  };

  readonly subscribe = (target: SubscriptionTarget, listener: TargetListener): (() => void) => {
    const subscription: Subscription = { target, listener, sent: new Map() };
    this.#subscriptions.add(subscription);
    this.#tell(subscription, true);
    return () => this.#subscriptions.delete(subscription);
  };

  #perform(documents: Map<string, StoredDocument>, write: Write): StoredDocument | undefined {
    const current = documents.get(parseDocumentPath(write.path).path);
    const now = this.#now();
    const result = applyWrite(current ?? null, write, now);
    switch (result.kind) {
      case 'refused':
        throw new ProblemError(result.problem);
      case 'unchanged':
        return undefined;
      case 'deleted':
        documents.delete(write.path);
        return undefined;
      case 'stored': {
        const stored = {
          path: write.path,
          data: result.data,
          createdAt: current?.createdAt ?? now,
          updatedAt: now,
          version: this.#nextVersion(),
        };
        documents.set(write.path, stored);
        return stored;
      }
    }
  }

  #run(query: Query): StoredDocument[] {
    return runQuery(readQuery(query), this.documents.values());
  }

  #result({ target }: Subscription): StoredDocument[] {
    if (target.kind === 'query')
      return this.#run(target.query).sort(compareDocuments(readQuery(target.query)));
    const document = this.documents.get(target.path);
    return document ? [document] : [];
  }

  #publish(): void {
    for (const subscription of this.#subscriptions) this.#tell(subscription, false);
  }

  #tell(subscription: Subscription, reset: boolean): void {
    if (
      subscription.target.kind === 'query' &&
      this.silent.has(subscription.target.query.collection)
    )
      return;
    const result = this.#result(subscription);
    const now = new Map(result.map(({ path, version }) => [path, version]));
    const changes: WireChange[] = [
      ...[...subscription.sent.keys()]
        .filter((path) => !now.has(path))
        .map((path): WireChange => ({ kind: 'removed', path })),
      ...result
        .filter(({ path, version }) => subscription.sent.get(path) !== version)
        .map((document): WireChange => ({
          kind: subscription.sent.has(document.path) ? 'modified' : 'added',
          document: encodeDocument(document),
        })),
    ];
    subscription.sent = now;
    if (reset || changes.length > 0) subscription.listener.onChanges({ changes, reset });
  }

  #nextVersion(): string {
    return String((this.#version += 1));
  }
}

const toWire = (document: StoredDocument | undefined): WireDocument | null =>
  document ? encodeDocument(document) : null;
