import { useState } from 'react';
import { DevicePanel } from './device-panel.tsx';
import { useDeviceRights } from './device-rights.ts';
import { useRoomsInUse } from './device-source.ts';
import { useDeviceWords } from './use-device-labels.ts';

type DeviceOverProps = {
  /** Null shows nothing. */
  readonly serial: string | null;
  readonly onClose: () => void;
};

/** All details of one device, over any list. Loads its data when a device is opened. */
export function DeviceDrawer({ serial, onClose }: DeviceOverProps) {
  const [isUsed, setUsed] = useState(serial !== null);
  if (serial !== null && !isUsed) setUsed(true);
  return isUsed ? <OpenDevice serial={serial} onClose={onClose} /> : null;
}

function OpenDevice({ serial, onClose }: DeviceOverProps) {
  const rooms = useRoomsInUse();
  const words = useDeviceWords(rooms);
  const rights = useDeviceRights();
  return (
    <DevicePanel serial={serial} rights={rights} rooms={rooms} words={words} onClose={onClose} />
  );
}
