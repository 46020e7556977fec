import { useMemo, type ReactNode } from 'react';
import { createDevicesClient, DevicesClientContext } from '../client/devices-client.ts';

/** Commands about devices over the browser's own connection. */
export function DevicesProvider({ children }: { readonly children: ReactNode }) {
  const client = useMemo(
    () => createDevicesClient({ fetch: (url, init) => globalThis.fetch(url, init) }),
    [],
  );
  return <DevicesClientContext value={client}>{children}</DevicesClientContext>;
}
