import { AgencyDevicesScreen } from '../features/agency/agency-devices-screen.tsx';
import { DeviceOver } from '../features/device-config/device-over.tsx';
import { DevicesProvider } from './devices-provider.tsx';

/** An agency's devices, each of which opens over their list. */
export const AgencyDevicesEntry = () => (
  <DevicesProvider>
    <AgencyDevicesScreen DevicePart={DeviceOver} />
  </DevicesProvider>
);
