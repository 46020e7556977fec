import { DEVICE_RULE, isVisible, mayArrangeDevice, ProblemError, type Actor } from '@yamori/domain';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Requester } from './device-placing.ts';

/** Access of a member to a device: none, read, or read and arrange. */
type DeviceAccess = 'hidden' | 'seen' | 'arranged';

export type DeviceStore = {
  readonly getAccess: (actor: Actor, serial: string) => Promise<DeviceAccess>;
  /** Stores the hash of a new key; the same commit invalidates the old key. */
  readonly setKeyHash: (requester: Requester, serial: string, keyHash: string) => Promise<void>;
};

export function createDeviceStore(store: DocumentStore): DeviceStore {
  return {
    async getAccess(actor, serial) {
      const [device] = await store.read([`device/${serial}`]);
      return judgeAccess(actor, device ?? null);
    },
    async setKeyHash({ actor, author }, serial, keyHash) {
      await store.commit(
        [
          {
            kind: 'update',
            path: `device/${serial}`,
            fields: [{ field: ['keyHash'], value: keyHash }],
          },
        ],
        {
          // Not idempotent: a repeated command creates a new key, and only the last one works.
          actor,
          ...author,
          command: null,
          guard: {
            sees: () => true,
            shape: (_write, _before, after) => after,
            // Check again under the lock: the device may have moved or retired since.
            decide: async ({ before }) => {
              const access = judgeAccess(actor, before);
              if (access !== 'arranged')
                throw new ProblemError(
                  access === 'hidden' ? 'device-not-found' : 'device-forbidden',
                );
            },
          },
        },
      );
    },
  };
}

function judgeAccess(actor: Actor, device: PlacedRow | null): DeviceAccess {
  if (device === null || !isVisible(device, DEVICE_RULE.visibleTo(actor))) return 'hidden';
  // A retired device has no key until it is back in use.
  return mayArrangeDevice(actor, device) && (device.data['retiredAt'] ?? null) === null
    ? 'arranged'
    : 'seen';
}
