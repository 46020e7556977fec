import { BOARD_NIGHTS, isAtBedside, nightFigureApi, roomsVisibleTo } from '@yamori/domain';
import type { Queries } from '../../../core/database/database.ts';
import { disclose } from '../../../core/http/disclosures.ts';
import { route, type Route } from '../../../core/http/route.ts';
import { organisationsOf, readFigures } from './night-figures-store.ts';

/** Figures of many nights, for exactly those who see the nights. */
export function figureRoutes({ database }: { readonly database: Queries }): readonly Route[] {
  return [
    route(nightFigureApi.read, async ({ actor, body, request }) => {
      const rooms = await readFigures(database, body, roomsVisibleTo(actor));
      // The night that has just been stands on the board of whoever is on duty (decision 050).
      if (isAtBedside(actor) && body.nights.kind === 'newest' && body.nights.count <= BOARD_NIGHTS)
        return { rooms };
      const [only] = rooms;
      if (rooms.length === 1 && only !== undefined)
        disclose(request, { action: 'nightsRead', path: `room/${only.roomId}` });
      else
        for (const domainId of await organisationsOf(database, rooms))
          disclose(request, { action: 'nightsRead', path: `domain/${domainId}` });
      return { rooms };
    }),
  ];
}
