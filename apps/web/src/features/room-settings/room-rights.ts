import { hiddenRoomFields, mayArrangeRoom, mayEditRoom, type Actor } from '@yamori/domain';
import { toActor } from '../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import type { Room } from './api.ts';

export type RoomRights = {
  readonly actor: Actor | null;
  /** All properties, including capacity, devices and archiving. */
  readonly mayArrange: (room: Room) => boolean;
  /** The properties that the shift keeps up to date. */
  readonly mayCare: (room: Room) => boolean;
  readonly mayCreateIn: (domainId: string) => boolean;
  readonly seesOccupant: boolean;
};

/** The reader's rights on rooms, by the same rules as on the server. */
export function useRoomRights(): RoomRights {
  const actor = toActor(useViewer());
  const at = (id: string, data: Partial<Room>) => ({
    path: `room/${id}`,
    id,
    placement: {
      rootDomainId: data.rootDomainId ?? '',
      domainIds: [data.domainId ?? ''],
      sharedWith: [],
    },
    data,
  });
  const placed = (room: Room) =>
    at(room.documentReferenceId, {
      domainId: room.domainId,
      rootDomainId: room.rootDomainId,
      name: room.name,
    });
  return {
    actor,
    mayArrange: (room) => actor !== null && mayArrangeRoom(actor, placed(room)),
    mayCare: (room) =>
      actor !== null &&
      mayEditRoom(
        actor,
        placed(room),
        at(room.documentReferenceId, { ...placed(room).data, name: `${room.name}'` }),
      ),
    mayCreateIn: (domainId) => actor !== null && mayArrangeRoom(actor, at('new', { domainId })),
    seesOccupant: actor !== null && !hiddenRoomFields(actor).includes('occupant'),
  };
}
