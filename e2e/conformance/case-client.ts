import type { Collection, WireDocument } from '@yamori/domain';
import {
  type DocumentTransport,
  createHttpTransport,
} from '../../apps/web/src/live/documents/document-transport.ts';
import {
  createDocuments,
  type Documents,
} from '../../apps/web/src/live/documents/documents-client.ts';
import { createLiveConnection } from '../../apps/web/src/live/connection/live-connection.ts';
import type { LinkClock } from '../../apps/web/src/live/connection/connection-state.ts';
import { keptLog } from '../../apps/web/src/live/testing/kept-log.ts';
import { CASE_COLLECTIONS, type ConformanceServer } from './conformance-server.ts';

export type CaseDocuments = Documents<{ readonly C: Collection }>;
export type CaseClient = {
  readonly documents: CaseDocuments;
  /** Bypasses the client's API to read the version of a document, for preconditions. */
  readonly wireAt: (path: string) => Promise<WireDocument | null>;
  /**
   * Closes the socket underneath the client, like a network failure. The client reconnects
   * immediately.
   */
  readonly cut: () => void;
  readonly close: () => void;
};

/** The web application's own client, over real HTTP and a real socket. */
export function openCaseClient(
  server: ConformanceServer,
  collections: { readonly C: Collection } = CASE_COLLECTIONS,
): CaseClient {
  const headers = { cookie: server.cookie };
  const calls = createHttpTransport({
    fetch: (url, init) => fetch(url, init),
    baseUrl: server.baseUrl,
    headers,
  });
  // Node's WebSocket takes headers, which the DOM type lacks. A browser sends its cookie
  // automatically.
  const sockets: WebSocket[] = [];
  const openSocket = (): WebSocket => {
    const socket = new WebSocket(server.socketUrl, { headers } as unknown as string[]);
    sockets.push(socket);
    return socket;
  };
  const link = createLiveConnection({
    openSocket,
    clock: { ...realClock, random: () => 0 },
    log: keptLog(),
  });
  const transport: DocumentTransport = { ...calls, subscribe: link.subscribe };
  return {
    documents: createDocuments({ transport, collections, log: keptLog() }),
    wireAt: async (path) => (await calls.read([path]))[0] ?? null,
    cut: () => sockets.at(-1)?.close(),
    close: () => link.close(),
  };
}

export const realClock: LinkClock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
