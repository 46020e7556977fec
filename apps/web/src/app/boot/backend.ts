import type { OfflineDatabase } from '../../live/offline/offline-database.ts';
import type { SignInProvidersClient } from '../../shared/sign-in-providers/api.ts';
import type { Session } from '../../features/sign-in/session-context.tsx';
import type { ServerReachability } from './server-reachability.ts';

/** Data cached in this browser for offline use. */
export type OfflineAccess = {
  /** Null if the browser has no storage. */
  readonly database: OfflineDatabase | null;
  /**
   * The age of the shown data if the page was opened from the cache and the server has not been
   * reached since; otherwise null.
   */
  readonly cachedSince: () => Date | null;
};

/** The clients of the server, for the life of the page. */
export type Backend = {
  readonly session: Session;
  readonly signInProviders: SignInProvidersClient;
  readonly offline?: OfflineAccess;
  readonly reach?: ServerReachability;
};
