import { AgencyDevicesScreen } from '../features/agency/agency-devices-screen.tsx';
import { DeviceOver } from '../features/device-config/device-over.tsx';

/** An agency's devices, each of which opens over their list. */
export const AgencyDevicesEntry = () => <AgencyDevicesScreen DevicePart={DeviceOver} />;
