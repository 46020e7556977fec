import type { Collection } from '@yamori/domain';
import { createHttpTransport } from '../../../apps/web/src/live/documents/document-transport.ts';
import { createDocuments } from '../../../apps/web/src/live/documents/documents-client.ts';
import { createLiveConnection } from '../../../apps/web/src/live/connection/live-connection.ts';
import { keptLog } from '../../../apps/web/src/live/testing/kept-log.ts';
import { realClock, type CaseDocuments } from '../case-client.ts';
import { CASE_COLLECTIONS, SESSION_COOKIE } from '../conformance-server.ts';

/** The web application's own client over a connection that a test can cut. */
export type OracleClient = {
  readonly documents: CaseDocuments;
  readonly cut: () => void;
  /**
   * Cuts the connection right after the next message of a backlog, and keeps it down until
   * `restore`. Resolves after the cut.
   */
  readonly cutBehindPart: () => Promise<void>;
  readonly restore: () => void;
  readonly close: () => void;
};

/** A port without a listener. */
const NOWHERE = 'ws://127.0.0.1:9/live';

export function openOracleClient(port: number): OracleClient {
  const headers = { cookie: SESSION_COOKIE };
  const state: { isDown: boolean; onPart: (() => void) | null; socket: WebSocket | null } = {
    isDown: false,
    onPart: null,
    socket: null,
  };
  const openSocket = (): WebSocket => {
    const url = state.isDown ? NOWHERE : `ws://127.0.0.1:${port}/live`;
    // Node's WebSocket takes headers, which the DOM type lacks.
    const socket = new WebSocket(url, { headers } as unknown as string[]);
    state.socket = socket;
    // Registered before the client's own listener, which still receives this message but none after
    // it.
    socket.addEventListener('message', ({ data }: MessageEvent) => {
      if (state.onPart === null || !isPart(data)) return;
      state.isDown = true;
      state.onPart();
      state.onPart = null;
      socket.close();
    });
    return socket;
  };
  const link = createLiveConnection({
    openSocket,
    clock: { ...realClock, random: () => 0 },
    log: keptLog(),
  });
  const calls = createHttpTransport({
    fetch: (url, init) => fetch(url, init),
    baseUrl: `http://127.0.0.1:${port}`,
    headers,
  });
  const collections: { readonly C: Collection } = CASE_COLLECTIONS;
  return {
    documents: createDocuments({
      transport: { ...calls, subscribe: link.subscribe },
      collections,
      log: keptLog(),
    }),
    cut: () => state.socket?.close(),
    cutBehindPart: () => new Promise((resolve) => (state.onPart = resolve)),
    restore: () => {
      state.isDown = false;
      state.onPart = null;
      link.wake();
    },
    close: () => link.close(),
  };
}

const isPart = (data: unknown): boolean =>
  typeof data === 'string' && data.includes('"type":"changes"') && data.includes('"current":false');
