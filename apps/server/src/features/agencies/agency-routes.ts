import {
  AGENCY_DEVICE_SORTS,
  agencyCustomers,
  agencyDevices,
  agencyStatistics,
  DEVICE_STATES,
} from '@yamori/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { abortableQueries } from '../../database/abortable-queries.ts';
import type { Database } from '../../database/database.ts';
import type { DocumentStore } from '../../documents/document-store.ts';
import { requireActor } from '../../http/request-actor.ts';
import { whileWaitedFor } from '../../http/waited-work.ts';
import type { Turns } from '../../messaging/jobs/turns.ts';
import { readCustomers } from './agency-customers-store.ts';
import { readAgencyDevices } from './agency-devices-store.ts';
import { runAgency } from '../../documents/run-agency.ts';
import { readStatistics } from './agency-statistics.ts';

/** No id has a control character, and the database takes no zero byte. */
const id = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^/\p{Cc}]*$/u);
const params = z.object({ domainId: id });
const monthsQuery = z.object({ months: z.coerce.number().int().min(1).max(12).default(6) });
const devicesQuery = z.object({
  text: z
    .string()
    .max(100)
    .regex(/^\P{Cc}*$/u)
    .default(''),
  state: z.enum(DEVICE_STATES).optional(),
  customer: id.optional(),
  type: id.optional(),
  sort: z.enum(AGENCY_DEVICE_SORTS).default('serial'),
  descending: z.enum(['true', 'false']).default('false'),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export type AgencyRouteParts = {
  readonly store: DocumentStore;
  readonly database: Database;
  readonly now: () => Date;
  /** Whose device-days are counted next. */
  readonly dayTurns: Turns;
};

/** What an agency sees of its customers (contract/agency-messages.ts). */
export function registerAgencyRoutes(
  plain: FastifyInstance,
  { store, database, now, dayTurns }: AgencyRouteParts,
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const agencyAt = (request: FastifyRequest, domainId: string) =>
    runAgency(store, requireActor(request), domainId);

  server.get(
    '/api/agencies/:domainId/statistics',
    { schema: { params, querystring: monthsQuery, response: { 200: agencyStatistics } } },
    async (request, reply) => {
      const agency = await agencyAt(request, request.params.domainId);
      const found = await whileWaitedFor(reply, (gone) =>
        dayTurns.take(agency.id, gone, () =>
          readStatistics(abortableQueries(database, gone), agency, request.query.months, now()),
        ),
      );
      return found ?? reply.hijack();
    },
  );

  server.get(
    '/api/agencies/:domainId/devices',
    { schema: { params, querystring: devicesQuery, response: { 200: agencyDevices } } },
    async (request) => {
      const { descending, ...asked } = request.query;
      const agency = await agencyAt(request, request.params.domainId);
      return readAgencyDevices(database, agency.id, {
        ...asked,
        descending: descending === 'true',
      });
    },
  );

  server.get(
    '/api/agencies/:domainId/customers',
    { schema: { params, response: { 200: agencyCustomers } } },
    async (request) => {
      const agency = await agencyAt(request, request.params.domainId);
      return { customers: await readCustomers(database, agency.id) };
    },
  );
}
