import { decideAll, ROUTES } from '@yamori/domain';
import { useViewer } from './viewer-context.tsx';

/** Whether the user's level may open a screen of a room, to omit links that would be denied. */
export function useMayOpen(routeId: 'room-sleep' | 'room-history'): boolean {
  const { visitor } = useViewer();
  const route = ROUTES.find(({ id }) => id === routeId);
  return route !== undefined && decideAll(route.guards, visitor) === 'allowed';
}
