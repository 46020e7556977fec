import { decideAll, ROUTES, type Visitor } from '@yamori/domain';

const guardsOf = (routeId: string) => ROUTES.find((route) => route.id === routeId)?.guards ?? [];

/** Where a room leads this visitor: to its live screen, else to its record, else nowhere. */
export function roomTarget(visitor: Visitor, roomId: string): string | null {
  const id = encodeURIComponent(roomId);
  if (decideAll(guardsOf('monitoring-room'), visitor) === 'allowed')
    return `/monitoring-room?room=${id}`;
  return decideAll(guardsOf('room-sleep'), visitor) === 'allowed' ? `/room/${id}/sleep` : null;
}
