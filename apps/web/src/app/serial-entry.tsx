import { SerialScreen } from '../features/device-config/serial-screen.tsx';
import { DevicesProvider } from './devices-provider.tsx';

/** Where the code on a device leads. */
export const SerialEntry = () => (
  <DevicesProvider>
    <SerialScreen />
  </DevicesProvider>
);
