import type { OfflineDatabase } from '../../live/offline/offline-database.ts';
import type { WaysClient } from '../../shared/sign-in-providers/ways-client.ts';
import type { Session } from '../../features/sign-in/session-context.tsx';
import type { ServerReach } from './server-reach.ts';

/** What this browser keeps for when the network is gone. */
export type OfflineSide = {
  /** Null where the browser keeps nothing. */
  readonly database: OfflineDatabase | null;
  /**
   * Since when what is shown is as it is: the page was opened from the copy and the server has not
   * been reached since.
   */
  readonly keptSince: () => Date | null;
};

/** What the application has of the server, from the start until the page goes. */
export type Backend = {
  readonly session: Session;
  readonly ways: WaysClient;
  readonly offline?: OfflineSide;
  readonly reach?: ServerReach;
};
