import { useMemo } from 'react';
import { createFleetClient, FleetClientContext } from '../client/fleet-client.ts';
import { createHistoryClient } from '../client/history-client.ts';
import { MasterLayout } from '../features/master/master-layout.tsx';
import { HistoryContext } from '../features/update-history/history-context.ts';
import { DevicesProvider } from './devices-provider.tsx';

const http = { fetch: (url: string, init: RequestInit) => globalThis.fetch(url, init) };

/** The maker's area, with what its pages ask the server for. */
export function MasterEntry() {
  const clients = useMemo(
    () => ({ fleet: createFleetClient(http), history: createHistoryClient(http) }),
    [],
  );
  return (
    <FleetClientContext value={clients.fleet}>
      <HistoryContext value={clients.history}>
        <DevicesProvider>
          <MasterLayout />
        </DevicesProvider>
      </HistoryContext>
    </FleetClientContext>
  );
}
