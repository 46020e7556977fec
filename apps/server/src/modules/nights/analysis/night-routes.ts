import {
  decodeFields,
  isVisible,
  mayAnalyseNights,
  nightApi,
  ProblemError,
  roomsVisibleTo,
  sleepCollection,
  type Actor,
} from '@yamori/domain';
import { z } from 'zod';
import { disclose } from '../../../core/http/disclosures.ts';
import { route, type Route } from '../../../core/http/route.ts';
import type { AnalysisRequests, NightRoom } from './analysis-requests.ts';
import type { NightContext } from './night-context.ts';
import { readVersion, readVersions, type StoredVersion } from './night-versions-store.ts';

/** Routes to analyse nights again and to read earlier results. */
export function nightRoutes(
  context: Pick<NightContext, 'store' | 'database'>,
  orders: Pick<AnalysisRequests, 'requestNights'>,
): readonly Route[] {
  return [
    route(nightApi.analyse, async ({ actor, params, body, reply }) => {
      const room = await requireRoom(context, actor, params.roomId, true);
      const { nights, notOver } = await orders.requestNights(room, body.from, body.to);
      reply.code(202);
      return { nights: [...nights], notOver: [...notOver] };
    }),
    route(nightApi.versions, async ({ actor, params, request }) => {
      const room = await requireRoom(context, actor, params.roomId, false);
      disclose(request, { action: 'nightsRead', path: `room/${room.roomId}` });
      const versions = await readVersions(context.database, { ...room, night: params.night });
      return { versions: versions.map(toVersionReply) };
    }),
    route(nightApi.version, async ({ actor, params, request }) => {
      const room = await requireRoom(context, actor, params.roomId, false);
      const which = { ...room, night: params.night };
      const stored = await readVersion(context.database, which, params.version);
      if (stored === null) throw new ProblemError('night-version-not-found');
      disclose(request, { action: 'nightsRead', path: `room/${room.roomId}` });
      return nightApi.version.reply.parse({ version: stored.version, fields: stored.fields });
    }),
  ];
}

/**
 * Throws `document-not-found` if the actor cannot see the room, `analysis-forbidden` if they may
 * only view it.
 */
async function requireRoom(
  { store }: Pick<NightContext, 'store'>,
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
    throw new ProblemError('document-not-found');
  if (toChange && !mayAnalyseNights(actor, room)) throw new ProblemError('analysis-forbidden');
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

function toVersionReply({ version, analysedAt, fields }: StoredVersion) {
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
