import { COLLECTIONS } from '@yamori/domain';
import type { ChartHost } from '../../live/chart/chart-host.ts';
import { consoleLog } from '../../api/client-log.ts';
import {
  createHttpTransport,
  type DocumentTransport,
} from '../../live/documents/document-transport.ts';
import { createDocuments } from '../../live/documents/documents-client.ts';
import type { ProductDocuments } from '../../live/documents/documents-context.tsx';
import type { LiveConnection } from '../../live/connection/live-connection.ts';
import type { Outbox } from '../../live/offline/outbox.ts';
import { openLive } from '../../live/open-live.ts';
import { createClock, type Clock } from '../../kit/clock/clock.ts';
import type { ConnectionStatusSource } from '../../shared/connection/link-context.tsx';
import type { OfflineAccess } from '../boot/backend.ts';
import { openOfflineServices } from './offline-services.ts';
import { watchLink } from './link-watch.ts';
import type { ConnectionState } from '../../live/connection/connection-state.ts';

/** The services that are open during a session. */
export type LiveServices = {
  readonly documents: ProductDocuments;
  readonly link: LiveConnection;
  readonly charts: ChartHost;
  readonly linkWatch: ConnectionStatusSource;
  /** The server's time, estimated by the connection. */
  readonly clock: Clock;
  /**
   * Commands of the member that the server has not answered yet; null if the browser stores
   * nothing.
   */
  readonly outbox: Outbox | null;
  /** Whether nights are cached for use without a network, from now on. */
  readonly keepNights: (wanted: boolean) => void;
  /** Whether the cache has answered any query since the last call. */
  readonly takeStale: () => boolean;
  readonly close: () => void;
};

type Member = { readonly memberId: string; readonly offline: OfflineAccess };

export function openLiveServices(
  view: Window,
  { memberId, offline }: Member,
  onDoubt: () => void,
): LiveServices {
  const { link: opened, charts, close } = openLive(view);
  const cachedSince = offline.cachedSince();
  const link = cachedSince === null ? opened : cachedConnection(opened, cachedSince);
  const network: DocumentTransport = {
    ...createHttpTransport({ fetch: (url, init) => view.fetch(url, init) }),
    subscribe: link.subscribe,
  };
  const kept =
    offline.database === null
      ? null
      : openOfflineServices({
          view,
          database: offline.database,
          memberId,
          transport: network,
          link,
        });
  const documents = createDocuments({
    transport: kept?.transport ?? network,
    collections: COLLECTIONS,
    log: consoleLog(console),
  });
  const wake = (): void => link.wake();
  const wakeWhenSeen = (): void => {
    if (view.document.visibilityState === 'visible') link.wake();
  };
  view.addEventListener('online', wake);
  view.document.addEventListener('visibilitychange', wakeWhenSeen);
  return {
    documents,
    link,
    charts,
    linkWatch: watchLink(link, onDoubt, cachedSince !== null),
    clock: createClock(() => Date.now() + link.clockOffsetMs()),
    outbox: kept?.outbox ?? null,
    keepNights: kept?.keepNights ?? (() => undefined),
    takeStale: kept?.transport.takeStale ?? (() => false),
    close() {
      kept?.close();
      view.removeEventListener('online', wake);
      view.document.removeEventListener('visibilitychange', wakeWhenSeen);
      close();
    },
  };
}

/**
 * Link of a page that was opened from the offline copy. Until it is live for the first time, the
 * data is as old as the copy.
 */
function cachedConnection(link: LiveConnection, savedAt: Date): LiveConnection {
  let wasLive = link.state().kind === 'live';
  const aged: ConnectionState = { kind: 'lost', since: savedAt };
  const seen = (state: ConnectionState): ConnectionState => {
    wasLive ||= state.kind === 'live';
    return wasLive || state.kind === 'refused' ? state : aged;
  };
  link.onState(seen);
  return {
    ...link,
    state: () => seen(link.state()),
    onState: (listener) => link.onState((state) => listener(seen(state))),
  };
}
