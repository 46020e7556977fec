import { agencyApi } from '@yamori/domain';
import { abortableQueries } from '../../../core/database/abortable-queries.ts';
import type { Database } from '../../../core/database/database.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import { runAgency } from '../../../core/documents/run-agency.ts';
import { route, type Route } from '../../../core/http/route.ts';
import { abortOnDisconnect } from '../../../core/http/abort-on-disconnect.ts';
import type { Turns } from '../../../core/messaging/jobs/turns.ts';
import { readCustomers } from './agency-customers-store.ts';
import { readAgencyDevices } from './agency-devices-store.ts';
import { readStatistics } from './agency-statistics.ts';

type AgencyRouteOptions = {
  readonly store: DocumentStore;
  readonly database: Database;
  readonly now: () => Date;
  /** Fair queue, by agency, for queries that count device-days. */
  readonly dayTurns: Turns;
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
      const agency = await runAgency(store, actor, params.domainId);
      const found = await abortOnDisconnect(reply, (gone) =>
        dayTurns.take(agency.id, gone, () =>
          readStatistics(abortableQueries(database, gone), agency, query.months, now()),
        ),
      );
      return found ?? reply.hijack();
    }),
    route(agencyApi.devices, async ({ actor, params, query }) => {
      const agency = await runAgency(store, actor, params.domainId);
      return readAgencyDevices(database, agency.id, query);
    }),
    route(agencyApi.customers, async ({ actor, params }) => {
      const agency = await runAgency(store, actor, params.domainId);
      return { customers: await readCustomers(database, agency.id) };
    }),
  ];
}
