import {
  domainCollection,
  deviceTypeCollection,
  monthDays,
  monthsLater,
  partnerCollection,
  query,
  sortDays,
  type BilledCustomer,
  type DocumentMap,
  type BilledPartner,
  type SortedDays,
  type StandingBill,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Agency } from '../../core/documents/run-agency.ts';
import { MOST_MONTHS, readDeviceDays } from '../../core/timeline/device-days.ts';
import { billsSince, type StoredBill } from './bill-documents.ts';

/**
 * How far back days are looked for that arrived after their month's bill was issued: with the month
 * whose drafts are made, all that is asked for at once.
 */
export const LATE_MONTHS = MOST_MONTHS - 1;

export type BillableDays = SortedDays & {
  /**
   * Bills that were not taken back, and those that were, since the first month that was looked at.
   */
  readonly bills: readonly StoredBill[];
  readonly partners: readonly BilledPartner[];
  readonly customers: ReadonlyMap<string, BilledCustomer>;
  readonly typeNames: ReadonlyMap<string, string>;
  /** Of the drafts' month. */
  readonly timeZone: string;
};

/**
 * Which days wait for a bill: of a month whose drafts are made (`own`), and of the months before
 * `until` of which bills were issued. Days of a month are counted by the clock that its issued
 * bills have: an agency that changes its zone has none of them anew.
 */
export async function readBillableDays(
  { store, database }: { readonly store: DocumentStore; readonly database: Database },
  agency: Agency,
  until: string,
  own: string | null,
): Promise<BillableDays> {
  const [bills, partners] = await Promise.all([
    billsSince(store, agency.id, monthsLater(until, -LATE_MONTHS)),
    partnersOf(store, agency.id),
  ]);
  const standing = bills.flatMap(({ bill: { state, month, recipient, lines, timeZone } }) =>
    state === 'void' ? [] : [{ state, month, recipient, lines, timeZone }],
  );
  const zones = zonesOf(standing);
  const months = [
    ...[...zones.keys()].filter((month) => month < until),
    ...(own === null ? [] : [own]),
  ];
  const zoneOf = (month: string): string => zones.get(month) ?? agency.timeZone;
  const days = (
    await readDeviceDays(
      database,
      agency,
      months.flatMap((month) => monthDays(month, zoneOf(month))),
    )
  ).filter(({ hasSent }) => hasSent);
  const typeNames = typeNamesIn(
    await readEach(
      store,
      days.map(({ typeId }) => typeId),
      'deviceType',
    ),
  );
  const customers = customersIn(
    await readEach(
      store,
      days.map(({ customerId }) => customerId),
      'domain',
    ),
  );
  return {
    ...sortDays({ month: own, days, bills: standing, partners, typeNames }),
    bills,
    partners,
    customers,
    typeNames,
    timeZone: own === null ? agency.timeZone : zoneOf(own),
  };
}

/** Months of which a bill was issued and stands, with the zone of the first of them. */
function zonesOf(
  bills: readonly (StandingBill & { readonly timeZone: string })[],
): ReadonlyMap<string, string> {
  const zones = new Map<string, string>();
  for (const { state, month, timeZone } of bills)
    if (state !== 'draft' && !zones.has(month)) zones.set(month, timeZone);
  return zones;
}

const partnerFields = partnerCollection.schema
  .pick({ name: true, address: true, domainIds: true, margin: true, state: true })
  .strip();

export async function partnersOf(store: DocumentStore, agencyId: string): Promise<BilledPartner[]> {
  return partnersIn(await store.list(query.parse({ collection: `domain/${agencyId}/partner` })));
}

type Found = { readonly id: string; readonly data: DocumentMap };

export const partnersIn = (found: readonly Found[]): BilledPartner[] =>
  found.flatMap(({ id, data }) => {
    const partner = partnerFields.safeParse(data);
    return partner.success ? [{ id, ...partner.data }] : [];
  });

const customerFields = domainCollection.schema
  .pick({ name: true, address: true, kind: true })
  .strip();

export const customersIn = (found: readonly Found[]): ReadonlyMap<string, BilledCustomer> =>
  new Map(
    found.flatMap(({ id, data }) => {
      const customer = customerFields.safeParse(data);
      return customer.success
        ? [
            [
              id,
              {
                id,
                name: customer.data.name,
                address: customer.data.address ?? '',
                isPerson: customer.data.kind === 'individual',
              },
            ],
          ]
        : [];
    }),
  );

const typeFields = deviceTypeCollection.schema.pick({ name: true }).strip();

export const typeNamesIn = (found: readonly Found[]): ReadonlyMap<string, string> =>
  new Map(
    found.flatMap(({ id, data }) => {
      const type = typeFields.safeParse(data);
      return type.success ? [[id, type.data.name]] : [];
    }),
  );

const readEach = async (
  store: DocumentStore,
  ids: readonly string[],
  collection: string,
): Promise<Found[]> => {
  const wanted = [...new Set(ids)].map((id) => `${collection}/${id}`);
  return wanted.length === 0
    ? []
    : (await store.read(wanted)).flatMap((document) => document ?? []);
};
