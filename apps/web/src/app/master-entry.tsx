import { useMemo } from 'react';
import { createHistoryClient } from '../client/history-client.ts';
import { MasterLayout } from '../features/master/master-layout.tsx';
import { HistoryContext } from '../features/update-history/history-context.ts';

/** The maker's area, with what its pages ask the server for. */
export function MasterEntry() {
  const history = useMemo(
    () => createHistoryClient({ fetch: (url, init) => globalThis.fetch(url, init) }),
    [],
  );
  return (
    <HistoryContext value={history}>
      <MasterLayout />
    </HistoryContext>
  );
}
