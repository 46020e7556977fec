import { useMemo } from 'react';
import { createHistoryClient } from '../client/history-client.ts';
import { HistoryContext } from '../features/update-history/history-context.ts';
import { UpdateHistoryScreen } from '../features/update-history/update-history-screen.tsx';

/** The record of who changed what, over the browser's own connection. */
export function HistoryEntryScreen() {
  const client = useMemo(
    () => createHistoryClient({ fetch: (url, init) => globalThis.fetch(url, init) }),
    [],
  );
  return (
    <HistoryContext value={client}>
      <UpdateHistoryScreen />
    </HistoryContext>
  );
}
