import {
  BOARD_NIGHTS,
  isAtBedside,
  NIGHT_FIGURES_PATH,
  nightFiguresCall,
  nightFiguresReply,
  roomsVisibleTo,
} from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Queries } from '../../../database/database.ts';
import { disclose } from '../../../http/disclosures.ts';
import { requireActor } from '../../../http/request-actor.ts';
import { organisationsOf, readFigures } from './night-figures-store.ts';

/**
 * Figures of many nights (contract/night-figure-messages.ts), for exactly those who see the nights.
 */
export function registerFigureRoutes(
  plain: FastifyInstance,
  { database }: { readonly database: Queries },
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post(
    NIGHT_FIGURES_PATH,
    { schema: { body: nightFiguresCall, response: { 200: nightFiguresReply } } },
    async (request) => {
      const actor = requireActor(request);
      const rooms = await readFigures(database, request.body, roomsVisibleTo(actor));
      // The night that has just been stands on the board of whoever is on duty (decision 050).
      if (
        isAtBedside(actor) &&
        request.body.nights.kind === 'newest' &&
        request.body.nights.count <= BOARD_NIGHTS
      )
        return { rooms };
      const [only] = rooms;
      if (rooms.length === 1 && only !== undefined)
        disclose(request, { action: 'nightsRead', path: `room/${only.roomId}` });
      else
        for (const domainId of await organisationsOf(database, rooms))
          disclose(request, { action: 'nightsRead', path: `domain/${domainId}` });
      return { rooms };
    },
  );
}
