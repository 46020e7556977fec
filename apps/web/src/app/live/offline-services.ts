import { commitReply } from '@yamori/domain';
import { consoleLog } from '../../api/client-log.ts';
import type { DocumentTransport } from '../../live/documents/document-transport.ts';
import type { LiveConnection } from '../../live/connection/live-connection.ts';
import { createCommandSender } from '../../live/offline/command-sender.ts';
import { cacheNights } from '../../live/offline/night-cache.ts';
import { OfflineCopy } from '../../live/offline/offline-copy.ts';
import type { OfflineDatabase } from '../../live/offline/offline-database.ts';
import { offlineTransport, type OfflineTransport } from '../../live/offline/offline-transport.ts';
import { openOutboxChannel, Outbox } from '../../live/offline/outbox.ts';
import { createOutboxStore } from '../../live/offline/outbox-store.ts';
import { liveClock } from '../../live/connection/connection-state.ts';

/** Maximum age of the cache while the connection is live and nothing changes. */
const TOUCH_EVERY_MS = 30_000;

/** The documents over their cache, and the queue of the member's commands. */
type OfflineServices = {
  readonly transport: OfflineTransport;
  readonly outbox: Outbox;
  /** Whether nights are prefetched, from now on. */
  readonly keepNights: (wanted: boolean) => void;
  readonly close: () => void;
};

type Given = {
  readonly view: Window;
  readonly database: OfflineDatabase;
  readonly memberId: string;
  readonly transport: DocumentTransport;
  readonly link: LiveConnection;
};

export function openOfflineServices({
  view,
  database,
  memberId,
  transport,
  link,
}: Given): OfflineServices {
  const clock = liveClock();
  const log = consoleLog(console);
  const copy = new OfflineCopy({ database, memberId, clock, log });
  const outbox = new Outbox({
    store: createOutboxStore(database, memberId),
    sendCommand: createCommandSender((url, init) => view.fetch(url, init)),
    channel: openOutboxChannel(view.navigator.locks),
    clock,
    newId: () => crypto.randomUUID(),
    log,
  });
  const kept = offlineTransport({ transport, copy, link });
  const isLive = (): boolean => link.state().kind === 'live';
  let endNights: (() => void) | null = null;
  const touching = setInterval(() => {
    if (isLive()) copy.touch();
  }, TOUCH_EVERY_MS);
  const endState = link.onState(() => {
    if (isLive()) outbox.wake();
  });
  const wake = (): void => outbox.wake();
  const flush = (): void => void copy.flush();
  view.addEventListener('online', wake);
  view.addEventListener('pagehide', flush);
  view.document.addEventListener('visibilitychange', flush);
  return {
    transport: { ...kept, queue: queueThrough(outbox) },
    outbox,
    keepNights(wanted) {
      if (wanted === (endNights !== null)) return;
      endNights?.();
      endNights = wanted
        ? cacheNights({
            list: kept.list,
            clock,
            answeredAtMs: (question) => copy.answeredAtMs(question),
            isLive,
          })
        : null;
    },
    close() {
      view.removeEventListener('online', wake);
      view.removeEventListener('pagehide', flush);
      view.document.removeEventListener('visibilitychange', flush);
      clearInterval(touching);
      endState();
      endNights?.();
      outbox.close();
      copy.close();
    },
  };
}

const queueThrough =
  (outbox: Outbox): NonNullable<DocumentTransport['queue']> =>
  async (writes, about) => {
    const delivery = await outbox.send({
      path: '/api/documents/commit',
      body: JSON.stringify({ writes }),
      about,
    });
    return delivery.kind === 'queued'
      ? delivery
      : { kind: 'sent', documents: commitReply.parse(delivery.reply).documents };
  };
