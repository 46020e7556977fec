import { AgencyDevicesScreen } from '../../features/billing/agency/agency-devices-screen.tsx';
import { DeviceDrawer } from '../../features/devices/config/device-drawer.tsx';

/** An agency's devices; each opens in a panel over the list. */
export const AgencyDevicesPage = () => <AgencyDevicesScreen DevicePart={DeviceDrawer} />;
