import {
  documentApi,
  type Problem,
  type Query,
  type SubscriptionTarget,
  type WireChange,
  type WireDocument,
  type Write,
} from '@yamori/domain';
import type { CommandAbout } from '../offline/outbox-store.ts';
import type { HttpOptions } from '../../api/http-call.ts';
import { createHttp } from '../../api/http.ts';

/** The four calls with a single response. Each rejects with a ProblemError on failure. */
export type DocumentCalls = {
  /**
   * In the order of the paths; null for documents that do not exist or that the caller may not see.
   */
  readonly read: (paths: readonly string[]) => Promise<(WireDocument | null)[]>;
  /** `ahead`: prefetched for offline use, not for display. */
  readonly list: (query: Query, ahead?: boolean) => Promise<WireDocument[]>;
  readonly count: (query: Query) => Promise<number>;
  /**
   * All writes or none. Returns the documents after the writes, null for deleted and verified ones.
   */
  readonly commit: (writes: readonly Write[]) => Promise<(WireDocument | null)[]>;
};

/**
 * A complete step of a subscription, with at most one change for each document: after it the
 * listener holds a consistent database state. `reset`: the changes are the complete state.
 */
export type TargetChanges = {
  readonly changes: readonly WireChange[];
  readonly reset: boolean;
};

export type TargetListener = {
  readonly onChanges: (event: TargetChanges) => void;
  /** The subscription has ended; nothing follows. */
  readonly onFail: (problem: Problem) => void;
};

export type LiveSubscriptions = {
  /** @returns a function that unsubscribes; after it no listener is called */
  readonly subscribe: (target: SubscriptionTarget, listener: TargetListener) => () => void;
};

/** The outcome of queued writes: the documents after them, or that they wait for the network. */
export type QueuedCommit =
  | { readonly kind: 'sent'; readonly documents: readonly (WireDocument | null)[] }
  | { readonly kind: 'queued' };

/** The network interface of the documents: in a page, in a worker or in Node. */
export type DocumentTransport = DocumentCalls &
  LiveSubscriptions & {
    /**
     * As `commit`, but stores the writes until the server can be reached; absent without offline
     * storage.
     */
    readonly queue?: (writes: readonly Write[], about: CommandAbout) => Promise<QueuedCommit>;
  };

/** The calls of the document layer over HTTP. */
export function createHttpTransport(options: HttpOptions): DocumentCalls {
  const http = createHttp(options);
  return {
    read: async (paths) =>
      (await http.call(documentApi.read, { body: { paths: [...paths] } })).documents,
    list: async (query, ahead = false) => {
      const body = { query, ...(ahead ? { ahead } : {}) };
      return (await http.call(documentApi.list, { body })).documents;
    },
    count: async (query) => (await http.call(documentApi.count, { body: { query } })).count,
    commit: async (writes) =>
      (await http.call(documentApi.commit, { body: { writes: [...writes] } })).documents,
  };
}
