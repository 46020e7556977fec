import { RoomConfigScreen } from '../features/room-config/room-config-screen.tsx';
import { DevicesProvider } from './devices-provider.tsx';

/** Rooms as they are set up. */
export const RoomConfigEntry = () => <DevicesProvider><RoomConfigScreen /></DevicesProvider>;
