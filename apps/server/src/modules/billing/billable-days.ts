import {
  domainCollection,
  deviceTypeCollection,
  monthDays,
  monthsLater,
  partnerCollection,
  query,
  allocateDays,
  type BilledCustomer,
  type DocumentMap,
  type BilledPartner,
  type AllocatedDays,
  type ExistingBill,
} from '@yamori/domain';
import type { Database } from '../../core/database/database.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import type { Agency } from '../../core/documents/require-agency.ts';
import { MAX_MONTHS, readDeviceDays } from '../../core/timeline/device-days.ts';
import { billsSince, type StoredBill } from './bill-documents.ts';

/**
 * Number of earlier months searched for days that arrived after their bill was issued. Together
 * with the drafts' own month this is the maximum of one `readDeviceDays` call.
 */
const LATE_MONTHS = MAX_MONTHS - 1;

type BillableDays = AllocatedDays & {
  /** All bills since the first month searched, cancelled bills included. */
  readonly bills: readonly StoredBill[];
  readonly partners: readonly BilledPartner[];
  readonly customers: ReadonlyMap<string, BilledCustomer>;
  readonly typeNames: ReadonlyMap<string, string>;
  /** Time zone of the drafts' month. */
  readonly timeZone: string;
};

/**
 * Finds the days that wait for a bill: those of the month `own`, whose drafts are made, and late
 * days of the months before `until` that have issued bills. Days are counted in the time zone of
 * the month's issued bills, so a changed time zone bills no day twice.
 */
export async function readBillableDays(
  { store, database }: { readonly store: DocumentStore; readonly database: Database },
  agency: Agency,
  until: string,
  own: string | null,
): Promise<BillableDays> {
  const [bills, partners] = await Promise.all([
    billsSince(store, agency.id, monthsLater(until, -LATE_MONTHS)),
    readPartners(store, agency.id),
  ]);
  const validBills = bills.flatMap(({ bill: { state, month, recipient, lines, timeZone } }) =>
    state === 'void' ? [] : [{ state, month, recipient, lines, timeZone }],
  );
  const zones = getZones(validBills);
  const months = [
    ...[...zones.keys()].filter((month) => month < until),
    ...(own === null ? [] : [own]),
  ];
  const getZone = (month: string): string => zones.get(month) ?? agency.timeZone;
  const days = (
    await readDeviceDays(
      database,
      agency,
      months.flatMap((month) => monthDays(month, getZone(month))),
    )
  ).filter(({ hasSent }) => hasSent);
  const typeNames = parseTypeNames(
    await readDocuments(
      store,
      days.map(({ typeId }) => typeId),
      'deviceType',
    ),
  );
  const customers = parseCustomers(
    await readDocuments(
      store,
      days.map(({ customerId }) => customerId),
      'domain',
    ),
  );
  return {
    ...allocateDays({ month: own, days, bills: validBills, partners, typeNames }),
    bills,
    partners,
    customers,
    typeNames,
    timeZone: own === null ? agency.timeZone : getZone(own),
  };
}

/** Maps each month that has an issued or paid bill to the time zone of its first such bill. */
function getZones(
  bills: readonly (ExistingBill & { readonly timeZone: string })[],
): ReadonlyMap<string, string> {
  const zones = new Map<string, string>();
  for (const { state, month, timeZone } of bills)
    if (state !== 'draft' && !zones.has(month)) zones.set(month, timeZone);
  return zones;
}

const partnerFields = partnerCollection.schema
  .pick({ name: true, address: true, domainIds: true, margin: true, state: true })
  .strip();

async function readPartners(store: DocumentStore, agencyId: string): Promise<BilledPartner[]> {
  return parsePartners(await store.list(query.parse({ collection: `domain/${agencyId}/partner` })));
}

type FoundDocument = { readonly id: string; readonly data: DocumentMap };

export const parsePartners = (found: readonly FoundDocument[]): BilledPartner[] =>
  found.flatMap(({ id, data }) => {
    const partner = partnerFields.safeParse(data);
    return partner.success ? [{ id, ...partner.data }] : [];
  });

const customerFields = domainCollection.schema
  .pick({ name: true, address: true, kind: true })
  .strip();

export const parseCustomers = (
  found: readonly FoundDocument[],
): ReadonlyMap<string, BilledCustomer> =>
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

export const parseTypeNames = (found: readonly FoundDocument[]): ReadonlyMap<string, string> =>
  new Map(
    found.flatMap(({ id, data }) => {
      const type = typeFields.safeParse(data);
      return type.success ? [[id, type.data.name]] : [];
    }),
  );

const readDocuments = async (
  store: DocumentStore,
  ids: readonly string[],
  collection: string,
): Promise<FoundDocument[]> => {
  const paths = [...new Set(ids)].map((id) => `${collection}/${id}`);
  return paths.length === 0 ? [] : (await store.read(paths)).flatMap((document) => document ?? []);
};
