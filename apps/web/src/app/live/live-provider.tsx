import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { ChartHostContext } from '../../chart/chart-context.tsx';
import { DocumentsProvider } from '../../client/documents-context.tsx';
import { ClockProvider } from '../../ui/clock/clock-context.tsx';
import { LinkContext } from '../../ui/connection/link-context.tsx';
import { LoadingState } from '../../ui/pages/page-state.tsx';
import { createLiveGate } from './live-gate.ts';
import { openLiveParts } from './live-parts.ts';

type LiveProviderProps = { readonly onRefused: () => void; readonly children: ReactNode };

/**
 * Opens the link, the documents and the drawing, and closes them when it goes. Give it the member as its key, so that
 * nothing of one member's session stays for the next.
 */
export function LiveProvider({ onRefused, children }: LiveProviderProps) {
  const gate = useMemo(() => createLiveGate(() => openLiveParts(globalThis.window, onRefused)), [onRefused]);
  const queries = useMemo(() => new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, networkMode: 'always' } } }), []);
  const parts = useSyncExternalStore(gate.subscribe, gate.current);
  if (parts === null) return <LoadingState />;
  return (
    <QueryClientProvider client={queries}>
      <DocumentsProvider documents={parts.documents} link={parts.link}>
        <ChartHostContext value={parts.charts}>
          <LinkContext value={parts.linkWatch}><ClockProvider clock={parts.clock}>{children}</ClockProvider></LinkContext>
        </ChartHostContext>
      </DocumentsProvider>
    </QueryClientProvider>
  );
}
