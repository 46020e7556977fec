import { AgencyDevicesScreen } from '../../features/billing/agency/agency-devices-screen.tsx';
import { DeviceOver } from '../../features/devices/config/device-over.tsx';

/** An agency's devices, each of which opens over their list. */
export const AgencyDevicesPage = () => <AgencyDevicesScreen DevicePart={DeviceOver} />;
