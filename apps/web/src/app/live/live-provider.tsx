import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { ChartHostContext } from '../../live/chart/chart-context.tsx';
import { DocumentsProvider } from '../../live/documents/documents-context.tsx';
import { OutboxContext } from '../../live/offline/outbox-context.tsx';
import { ClockProvider } from '../../kit/clock/clock-context.tsx';
import { LinkContext } from '../../shared/connection/link-context.tsx';
import { LoadingState } from '../../kit/pages/page-state.tsx';
import { openQueries } from '../query-client.ts';
import { openLiveServices, type LiveServices } from './live-services.ts';
import { useOffline } from './offline-context.ts';

type LiveProviderProps = {
  readonly memberId: string;
  readonly keepsNights: boolean;
  /** Reloads the session after the server rejected the connection or it was re-established. */
  readonly onDoubt: () => unknown;
  readonly children: ReactNode;
};

/**
 * Opens the connection, the documents and the renderer, and closes them on unmount. Use the member
 * as its key, so that no data of a session remains for the next member.
 */
export function LiveProvider({ memberId, keepsNights, onDoubt, children }: LiveProviderProps) {
  const offline = useOffline();
  const gate = useMemo(
    () =>
      createLazyLiveClient(() =>
        openLiveServices(globalThis.window, { memberId, offline }, onDoubt),
      ),
    [memberId, offline, onDoubt],
  );
  const queries = useMemo(() => openQueries(), []);
  const parts = useSyncExternalStore(gate.subscribe, gate.current);
  useEffect(
    () =>
      parts?.link.onState(({ kind }) => {
        if (kind !== 'live') return;
        if (parts.takeStale()) void queries.invalidateQueries();
        if (offline.cachedSince() !== null) onDoubt();
      }),
    [parts, queries, offline, onDoubt],
  );
  // After a change of level, the member stays on the same screen.
  useEffect(() => parts?.keepNights(keepsNights), [parts, keepsNights]);
  if (parts === null) return <LoadingState />;
  return (
    <QueryClientProvider client={queries}>
      <DocumentsProvider documents={parts.documents} link={parts.link}>
        <ChartHostContext value={parts.charts}>
          <OutboxContext value={parts.outbox}>
            <LinkContext value={parts.linkWatch}>
              <ClockProvider clock={parts.clock}>{children}</ClockProvider>
            </LinkContext>
          </OutboxContext>
        </ChartHostContext>
      </DocumentsProvider>
    </QueryClientProvider>
  );
}

/**
 * Holds the live services while they are used: opened for the first subscriber, closed after the
 * last.
 */
type LiveGate = {
  readonly current: () => LiveServices | null;
  readonly subscribe: (listener: () => void) => () => void;
};

function createLazyLiveClient(open: () => LiveServices): LiveGate {
  const listeners = new Set<() => void>();
  let parts: LiveServices | null = null;
  return {
    current: () => parts,
    subscribe(listener) {
      listeners.add(listener);
      if (parts === null) {
        parts = open();
        listener();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        parts?.close();
        parts = null;
      };
    },
  };
}
