import { DeviceConfigScreen } from '../features/device-config/device-config-screen.tsx';
import { DevicesProvider } from './devices-provider.tsx';

/** Devices as they are set up. */
export const DeviceConfigEntry = () => (
  <DevicesProvider>
    <DeviceConfigScreen />
  </DevicesProvider>
);
