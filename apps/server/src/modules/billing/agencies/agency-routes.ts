import { agencyApi } from '@yamori/domain';
import { abortableQueries } from '../../../core/database/abortable-queries.ts';
import type { Database } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import { requireAgency } from '../../../core/documents/require-agency.ts';
import { route, type Route } from '../../../core/http/route.ts';
import { abortOnDisconnect } from '../../../core/http/abort-on-disconnect.ts';
import type { FairQueue } from '../../../core/messaging/jobs/fair-queue.ts';
import { readCustomers } from './agency-customers-store.ts';
import { readAgencyDevices } from './agency-devices-store.ts';
import { readStatistics } from './agency-statistics.ts';

type AgencyRouteOptions = {
  readonly store: DocumentStore;
  readonly database: Database;
  readonly now: () => Date;
  /** Fair queue, by agency, for queries that count device-days. */
  readonly dayTurns: FairQueue;
};

/** Routes by which an agency reads its customers, their devices and their statistics. */
export function agencyRoutes({
  store,
  database,
  now,
  dayTurns,
}: AgencyRouteOptions): readonly Route[] {
  return [
    route(agencyApi.statistics, async ({ actor, params, query, reply }) => {
      const agency = await requireAgency(store, actor, params.domainId);
      const found = await abortOnDisconnect(reply, (gone) =>
        dayTurns.take(agency.id, gone, () =>
          readStatistics(abortableQueries(database, gone), agency, query.months, now()),
        ),
      );
      return found ?? reply.hijack();
    }),
    route(agencyApi.devices, async ({ actor, params, query }) => {
      const agency = await requireAgency(store, actor, params.domainId);
      return readAgencyDevices(database, agency.id, query);
    }),
    route(agencyApi.customers, async ({ actor, params }) => {
      const agency = await requireAgency(store, actor, params.domainId);
      return { customers: await readCustomers(database, agency.id) };
    }),
  ];
}
