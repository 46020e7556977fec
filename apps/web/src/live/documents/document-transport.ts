import type {
  Problem,
  Query,
  SubscriptionTarget,
  WireChange,
  WireDocument,
  Write,
} from '@yamori/domain';
import type { CommandAbout } from '../offline/outbox-command.ts';

/** The four calls that answer once. Each rejects with a ProblemError when it is refused. */
export type DocumentCalls = {
  /** In the order of the paths; null where there is no document that the caller may see. */
  readonly read: (paths: readonly string[]) => Promise<(WireDocument | null)[]>;
  /** `ahead`: nobody looks at it now, it is kept for a time without a network. */
  readonly list: (query: Query, ahead?: boolean) => Promise<WireDocument[]>;
  readonly count: (query: Query) => Promise<number>;
  /** All writes or none; the documents after the writes, null for deleted and verified ones. */
  readonly commit: (writes: readonly Write[]) => Promise<(WireDocument | null)[]>;
};

/**
 * A complete step of a subscription, with at most one change per document: after it the listener
 * holds what the database held at one moment. `reset`: the changes are everything there is.
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
  /** @returns how to end it; after that neither listener is called again */
  readonly subscribe: (target: SubscriptionTarget, listener: TargetListener) => () => void;
};

/**
 * What came of writes that may wait: the documents after them, or that they wait for the network.
 */
export type QueuedCommit =
  | { readonly kind: 'sent'; readonly documents: readonly (WireDocument | null)[] }
  | { readonly kind: 'queued' };

/** Everything that the documents need of the network: in a page, in a worker or in Node. */
export type DocumentTransport = DocumentCalls &
  LiveSubscriptions & {
    /**
     * As `commit`, but keeps the writes until the server can be reached; absent where nothing is
     * kept.
     */
    readonly queue?: (writes: readonly Write[], about: CommandAbout) => Promise<QueuedCommit>;
  };

export const documentTransport = (
  calls: DocumentCalls,
  live: LiveSubscriptions,
): DocumentTransport => ({
  read: calls.read,
  list: calls.list,
  count: calls.count,
  commit: calls.commit,
  subscribe: live.subscribe,
});
