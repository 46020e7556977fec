import { DeviceScreen } from './device-screen.tsx';
import { RoomScreen } from './room-screen.tsx';

export const RawMultiScreen = () => <DeviceScreen screen="raw-multi" />;
export const RawEcgScreen = () => <DeviceScreen screen="raw-ecg" />;
export const RawImpeScreen = () => <DeviceScreen screen="raw-impe" />;
export const RawRespiAxlScreen = () => <DeviceScreen screen="raw-respi-axl" />;
export const RawEitScreen = () => <DeviceScreen screen="raw-eit" />;
export const RawRespihrScreen = () => <DeviceScreen screen="raw-respihr" />;
export const RawButtonScreen = () => <DeviceScreen screen="raw-button" />;
export const RawTemparatureScreen = () => <DeviceScreen screen="raw-temparature" />;

export const RoomRawMultiScreen = () => <RoomScreen screen="raw-multi" />;
export const RoomRawRespiAxlScreen = () => <RoomScreen screen="raw-respi-axl" />;
export const RoomRawButtonScreen = () => <RoomScreen screen="raw-button" />;

/** The device list, or all signals of the device in the address. */
export const MonitoringDeviceScreen = () => <DeviceScreen screen="raw-multi" />;

/** The room list, or all signals of the room in the address. */
export const MonitoringRoomScreen = () => <RoomScreen screen="raw-multi" />;
