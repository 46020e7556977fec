import { DEVICE_RULE, isVisible, mayArrangeDevice, type Actor } from '@yamori/domain';
import type { DocumentStore } from '../../documents/document-store.ts';

/** What a member may do with a device: not even know of it, see it, or arrange it. */
export type DeviceStanding = 'hidden' | 'seen' | 'arranged';

export type DeviceStore = {
  readonly standing: (actor: Actor, serial: string) => Promise<DeviceStanding>;
  /** Stores the hash of a new key; the old key stops working with the same commit. */
  readonly setKeyHash: (serial: string, keyHash: string, actor: Actor) => Promise<void>;
};

export function createDeviceStore(store: DocumentStore): DeviceStore {
  return {
    async standing(actor, serial) {
      const [device] = await store.read([`device/${serial}`]);
      if (device === null || device === undefined || !isVisible(device, DEVICE_RULE.visibleTo(actor))) return 'hidden';
      // What is out of use has no key until it is back.
      return mayArrangeDevice(actor, device) && (device.data['retiredAt'] ?? null) === null ? 'arranged' : 'seen';
    },
    async setKeyHash(serial, keyHash, actor) {
      await store.commit([{ kind: 'update', path: `device/${serial}`, fields: [{ field: ['keyHash'], value: keyHash }] }], { userId: actor.userId });
    },
  };
}
