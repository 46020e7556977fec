import { aLive, NIGHT } from '../../../shared/room-state/testing/live-builder.ts';
import type { Room } from '../room-store.ts';

/** A room with a sleeping resident. */
export const aRoom = (id: string, change: Partial<Room> = {}): Room => ({
  documentReferenceId: id,
  documentPath: `room/${id}`,
  createdAt: NIGHT,
  updatedAt: NIGHT,
  domainId: 'home',
  rootDomainId: 'home',
  name: id,
  building: '',
  floor: '',
  tags: [],
  capacity: 1,
  occupant: null,
  deviceSerials: [],
  sharedWith: [],
  viewId: null,
  archivedAt: null,
  parameterOverrides: {},
  live: aLive(),
  ...change,
});
