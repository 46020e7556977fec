import {
  ProblemError,
  type Query,
  type SubscriptionTarget,
  type WireDocument,
} from '@yamori/domain';
import type { DocumentTransport, TargetListener } from '../documents/document-transport.ts';
import type { LiveConnection } from '../connection/live-connection.ts';
import type { OfflineCopy } from './offline-copy.ts';
import { isPassing } from './passing-problem.ts';

type Parts = {
  readonly transport: DocumentTransport;
  readonly copy: Pick<OfflineCopy, 'keep' | 'answered' | 'followed' | 'read' | 'answer'>;
  readonly link: Pick<LiveConnection, 'state' | 'onState'>;
};

export type OfflineTransport = DocumentTransport & {
  /**
   * Whether the cache has answered anything since the last call: those queries must be sent again
   * now.
   */
  readonly takeStale: () => boolean;
};

/**
 * Adds an offline cache to a transport. Everything that passes is cached; without a cached answer,
 * a query fails as it would without a cache.
 */
export function offlineTransport({ transport, copy, link }: Parts): OfflineTransport {
  let stale = false;
  /** The server's answer, else the cached one, else the server's error. */
  const orKept = async <Answer>(
    ask: () => Promise<Answer>,
    kept: () => Promise<Answer | null>,
  ): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ProblemError) || !isPassing(error.problem)) throw error;
      const answer = await kept().catch(() => null);
      if (answer === null) throw error;
      stale = true;
      return answer;
    }
  };
  return {
    ...transport,
    async read(paths) {
      return orKept(
        async () => {
          const documents = await transport.read(paths);
          copy.keep(documents.flatMap((document) => document ?? []));
          return documents;
        },
        async () => allOrNone(await copy.read(paths)),
      );
    },
    async list(query: Query, ahead = false) {
      return orKept(
        async () => {
          const documents = await transport.list(query, ahead);
          copy.answered(query, documents);
          return documents;
        },
        () => copy.answer({ kind: 'query', query }),
      );
    },
    subscribe: (target, listener) =>
      subscribe({ transport, copy, link }, target, listener, () => {
        stale = true;
      }),
    takeStale() {
      const was = stale;
      stale = false;
      return was;
    },
  };
}

/** A missing document may never have been cached: then no answer can be given. */
const allOrNone = (documents: (WireDocument | null)[]): (WireDocument | null)[] | null =>
  documents.every((document) => document !== null) ? documents : null;

/**
 * The cache is shown only while the connection is lost and the server has not answered yet; its
 * first message replaces it.
 */
function subscribe(
  { transport, copy, link }: Parts,
  target: SubscriptionTarget,
  listener: TargetListener,
  onKept: () => void,
): () => void {
  const state = { answered: false, asked: false, ended: false };
  const showKept = (): void => {
    if (state.asked || state.answered || link.state().kind !== 'lost') return;
    state.asked = true;
    copy.answer(target).then(
      (documents) => {
        if (documents === null || state.answered || state.ended) return;
        onKept();
        listener.onChanges({
          changes: documents.map((document) => ({ kind: 'added', document })),
          reset: true,
        });
      },
      () => undefined,
    );
  };
  const endState = link.onState(showKept);
  const end = transport.subscribe(target, {
    onChanges(event) {
      state.answered = true;
      copy.followed(target, event);
      listener.onChanges(event);
    },
    onFail: (problem) => {
      state.answered = true;
      listener.onFail(problem);
    },
  });
  showKept();
  return () => {
    state.ended = true;
    endState();
    end();
  };
}
