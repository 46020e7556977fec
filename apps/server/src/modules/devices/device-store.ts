import { DEVICE_RULE, isVisible, mayArrangeDevice, refuse, type Actor } from '@yamori/domain';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Asking } from './device-placing.ts';

/** What a member may do with a device: not even know of it, see it, or arrange it. */
export type DeviceStanding = 'hidden' | 'seen' | 'arranged';

export type DeviceStore = {
  readonly standing: (actor: Actor, serial: string) => Promise<DeviceStanding>;
  /**
   * Stores the hash of a new key; the old key stops working with the same commit. @throws
   * ProblemError `device-not-found`, `device-forbidden` where it is not the asker's to arrange, or
   * is no more
   */
  readonly setKeyHash: (asking: Asking, serial: string, keyHash: string) => Promise<void>;
};

export function createDeviceStore(store: DocumentStore): DeviceStore {
  return {
    async standing(actor, serial) {
      const [device] = await store.read([`device/${serial}`]);
      return standingOf(actor, device ?? null);
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
          // Asked twice under one key, each answer holds a key of its own: the last one works.
          actor,
          ...author,
          command: null,
          guard: {
            sees: () => true,
            shape: (_write, _before, after) => after,
            // As it is now: it may have been moved or retired since it was asked for.
            decide: async ({ before }) => {
              const standing = standingOf(actor, before);
              if (standing !== 'arranged')
                throw refuse(standing === 'hidden' ? 'device-not-found' : 'device-forbidden');
            },
          },
        },
      );
    },
  };
}

function standingOf(actor: Actor, device: PlacedRow | null): DeviceStanding {
  if (device === null || !isVisible(device, DEVICE_RULE.visibleTo(actor))) return 'hidden';
  // What is out of use has no key until it is back.
  return mayArrangeDevice(actor, device) && (device.data['retiredAt'] ?? null) === null
    ? 'arranged'
    : 'seen';
}
