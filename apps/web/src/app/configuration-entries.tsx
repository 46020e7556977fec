import { useMemo, type ReactNode } from 'react';
import { createDevicesClient, DevicesClientContext } from '../client/devices-client.ts';
import { RoomConfigScreen } from '../features/room-config/room-config-screen.tsx';

/** Rooms as they are set up. */
export const RoomConfigEntry = () => <WithDevices><RoomConfigScreen /></WithDevices>;

/** Commands about devices over the browser's own connection. */
function WithDevices({ children }: { readonly children: ReactNode }) {
  const client = useMemo(() => createDevicesClient({ fetch: (url, init) => globalThis.fetch(url, init) }), []);
  return <DevicesClientContext value={client}>{children}</DevicesClientContext>;
}
