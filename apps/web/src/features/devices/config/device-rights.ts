import { mayArrangeDevice, mayEditDevice, mayWriteService, type Actor } from '@yamori/domain';
import { toActor } from '../../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import type { Device } from './device-source.ts';

export type DeviceRights = {
  readonly actor: Actor | null;
  /** Keys, connection, retirement, deletion. */
  readonly mayArrange: (device: Device) => boolean;
  /** Name, note. */
  readonly mayName: (device: Device) => boolean;
  readonly mayPlace: (device: Device) => boolean;
  readonly mayRegisterIn: (domainId: string) => boolean;
  readonly mayService: (device: Device, kind: 'service' | 'calibration') => boolean;
};

/** The reader's rights on devices, by the same rules as on the server. */
export function useDeviceRights(): DeviceRights {
  const actor = toActor(useViewer());
  const at = (id: string, data: Partial<Device>) => ({
    path: `device/${id}`,
    id,
    placement: {
      rootDomainId: data.rootDomainId ?? '',
      domainIds: [data.borrowedBy ?? data.domainId ?? ''],
      sharedWith: [],
    },
    data,
  });
  const placed = ({ serial, domainId, rootDomainId, borrowedBy, name, roomId }: Device) =>
    at(serial, { serial, domainId, rootDomainId, borrowedBy, name, roomId });
  const may = (device: Device, change: Partial<Device>): boolean =>
    actor !== null &&
    mayEditDevice(actor, placed(device), at(device.serial, { ...placed(device).data, ...change }));
  return {
    actor,
    mayArrange: (device) => actor !== null && mayArrangeDevice(actor, placed(device)),
    mayName: (device) => may(device, { name: `${device.name}'` }),
    mayPlace: (device) => may(device, { roomId: `${device.roomId ?? ''}'` }),
    mayRegisterIn: (domainId) => actor !== null && mayArrangeDevice(actor, at('new', { domainId })),
    mayService: (device, kind) =>
      actor !== null &&
      mayWriteService(actor, {
        ...at(device.serial, placed(device).data),
        data: { kind, writtenBy: actor.userId },
      }),
  };
}
