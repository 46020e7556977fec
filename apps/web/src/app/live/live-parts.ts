import { COLLECTIONS } from '@yamori/domain';
import type { ChartHost } from '../../chart/chart-host.ts';
import { consoleLog } from '../../client/client-log.ts';
import { documentTransport } from '../../client/document-transport.ts';
import { createDocuments } from '../../client/documents-client.ts';
import type { ProductDocuments } from '../../client/documents-context.tsx';
import { createHttpTransport } from '../../client/http-transport.ts';
import type { LiveLink } from '../../client/live-link.ts';
import { openLive } from '../../open-live.ts';
import { createClock, type Clock } from '../../ui/clock/clock.ts';
import type { LinkWatch } from '../../ui/connection/link-context.tsx';
import { watchLink } from './link-watch.ts';

/** All that is open while somebody is signed in. */
export type LiveParts = {
  readonly documents: ProductDocuments;
  readonly link: LiveLink;
  readonly charts: ChartHost;
  readonly linkWatch: LinkWatch;
  /** The server's time, as far as the link has told it. */
  readonly clock: Clock;
  readonly close: () => void;
};

export function openLiveParts(view: Window, onRefused: () => void): LiveParts {
  const { link, charts, close } = openLive(view);
  const http = createHttpTransport({ fetch: (url, init) => view.fetch(url, init) });
  const documents = createDocuments({ transport: documentTransport(http, link), collections: COLLECTIONS, log: consoleLog(console) });
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
    linkWatch: watchLink(link, onRefused),
    clock: createClock(() => Date.now() + link.clockOffsetMs()),
    close() {
      view.removeEventListener('online', wake);
      view.document.removeEventListener('visibilitychange', wakeWhenSeen);
      close();
    },
  };
}
