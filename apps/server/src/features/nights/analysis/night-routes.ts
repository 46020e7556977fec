import {
  analyseCall,
  analyseReply,
  decodeFields,
  isVisible,
  mayAnalyseNights,
  nightVersionReply,
  nightVersionsReply,
  refuse,
  roomsVisibleTo,
  sleepCollection,
  type Actor,
} from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { disclose } from '../../../http/disclosures.ts';
import { requireActor } from '../../../http/request-actor.ts';
import type { NightOrders, NightRoom } from './night-orders.ts';
import type { NightParts } from './night-parts.ts';
import { readVersion, readVersions, type StoredVersion } from './night-versions-store.ts';

const roomId = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^/]*$/);
const AT = '/api/rooms/:roomId/nights';
const night = z.object({ roomId, night: z.iso.date() });

/** Nights asked for anew, and what earlier analyses said of them (contract/night-messages.ts). */
export function registerNightRoutes(
  plain: FastifyInstance,
  parts: Pick<NightParts, 'store' | 'database'>,
  orders: Pick<NightOrders, 'askNights'>,
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post(
    `${AT}/analyse`,
    {
      schema: { params: z.object({ roomId }), body: analyseCall, response: { 202: analyseReply } },
    },
    async (request, reply) => {
      const room = await requireRoom(parts, requireActor(request), request.params.roomId, true);
      const { nights, notOver } = await orders.askNights(room, request.body.from, request.body.to);
      return reply.code(202).send({ nights: [...nights], notOver: [...notOver] });
    },
  );

  server.get(
    `${AT}/:night/versions`,
    { schema: { params: night, response: { 200: nightVersionsReply } } },
    async (request) => {
      const room = await requireRoom(parts, requireActor(request), request.params.roomId, false);
      disclose(request, { action: 'nightsRead', path: `room/${room.roomId}` });
      return {
        versions: (
          await readVersions(parts.database, { ...room, night: request.params.night })
        ).map(toldVersion),
      };
    },
  );

  server.get(
    `${AT}/:night/versions/:version`,
    {
      schema: {
        params: night.extend({
          version: z.coerce
            .number()
            .int()
            .min(1)
            .max(2 ** 31 - 1),
        }),
        response: { 200: nightVersionReply },
      },
    },
    async (request) => {
      const room = await requireRoom(parts, requireActor(request), request.params.roomId, false);
      const found = await readVersion(
        parts.database,
        { ...room, night: request.params.night },
        request.params.version,
      );
      if (found === null) throw refuse('night-version-not-found');
      disclose(request, { action: 'nightsRead', path: `room/${room.roomId}` });
      return nightVersionReply.parse({ version: found.version, fields: found.fields });
    },
  );
}

/**
 * @throws ProblemError `document-not-found` for a room that the actor does not see,
 * `analysis-forbidden` for one they only look at
 */
async function requireRoom(
  { store }: Pick<NightParts, 'store'>,
  actor: Actor,
  id: string,
  toChange: boolean,
): Promise<NightRoom> {
  const [room] = await store.read([`room/${id}`]);
  const { domainId, rootDomainId } = room?.data ?? {};
  if (
    room === undefined ||
    room === null ||
    typeof domainId !== 'string' ||
    typeof rootDomainId !== 'string' ||
    !isVisible(room, roomsVisibleTo(actor))
  )
    throw refuse('document-not-found');
  if (toChange && !mayAnalyseNights(actor, room)) throw refuse('analysis-forbidden');
  return { roomId: id, domainId, rootDomainId };
}

const compared = sleepCollection.schema
  .pick({ metrics: true, bounds: true, quality: true })
  .strip();
const named = z.object({
  provenance: z
    .object({
      algorithm: z.string().catch(''),
      version: z.string().catch(''),
      signals: z.array(z.string()).catch([]),
    })
    .catch({ algorithm: '', version: '', signals: [] }),
});

function toldVersion({ version, analysedAt, fields }: StoredVersion) {
  const { metrics, bounds, quality } = compared.parse(decodeFields(fields));
  const { provenance } = named.parse(fields);
  return {
    version,
    analysedAt: analysedAt.toISOString(),
    algorithm: provenance.algorithm,
    algorithmVersion: provenance.version,
    metrics,
    bounds,
    quality,
    signals: provenance.signals,
  };
}
