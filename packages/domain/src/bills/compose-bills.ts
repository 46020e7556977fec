import type { BillEvidence, BillLine } from '../collections/bill.ts';
import type { DataOf } from '../collections/collections.ts';
import { marginOf, sumsOf, TAX_PERCENTS, type TaxPercent } from './bill-amounts.ts';

/** A day on which a device sent, and where it stood then. `day`: local date. */
export type BilledDay = {
  readonly serial: string;
  readonly typeId: string;
  readonly roomId: string;
  readonly roomName: string;
  readonly customerId: string;
  readonly day: string;
};

export type BilledCustomer = {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly isPerson: boolean;
};
export type BilledPartner = { readonly id: string } & Pick<
  DataOf<'partner'>,
  'name' | 'address' | 'domainIds' | 'margin' | 'state'
>;
type Terms = DataOf<'billTerms'>;

export type RecipientKey = { readonly kind: 'customer' | 'partner'; readonly id: string };

/**
 * A day of an earlier month that arrived after its bill: who pays it and what it costs, null as the
 * terms say now.
 */
export type LateDay = BilledDay & {
  readonly payer: RecipientKey;
  readonly price: { readonly unitPrice: number; readonly taxPercent: TaxPercent } | null;
};

/** How those are called whom a bill names. */
export type BillNames = {
  readonly customers: ReadonlyMap<string, BilledCustomer>;
  /** Names of types of devices by id. */
  readonly typeNames: ReadonlyMap<string, string>;
};

export type BillParts = BillNames & {
  readonly month: string;
  readonly timeZone: string;
  readonly terms: Terms;
  readonly days: readonly BilledDay[];
  /** Of earlier months, on lines of their own. */
  readonly late: readonly LateDay[];
  readonly partners: readonly BilledPartner[];
};

/** What a bill holds before it is issued. */
export type ComposedBill = Omit<
  DataOf<'bill'>,
  'number' | 'issuedAt' | 'dueAt' | 'paidOn' | 'cancellation' | 'state'
>;

export const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The bills of a month, one for each partner and for each customer without one. Equal parts give
 * equal bills, in whatever order the days came: lines by customer and type, evidence by serial and
 * room, what arrived late below the month's own, by month. A customer whom two partners name goes
 * with the first by id.
 */
export function composeBills(parts: BillParts): ComposedBill[] {
  const groups = new Map<string, { payer: RecipientKey; days: BilledDay[]; late: LateDay[] }>();
  const groupOf = (payer: RecipientKey) => {
    const key = `${payer.kind} ${payer.id}`;
    const group = groups.get(key) ?? { payer, days: [], late: [] };
    groups.set(key, group);
    return group;
  };
  for (const day of parts.days) groupOf(recipientOf(parts.partners, day.customerId)).days.push(day);
  for (const day of parts.late) groupOf(day.payer).late.push(day);
  return [...groups]
    .toSorted(([a], [b]) => compareIds(a, b))
    .map(([, { payer, days, late }]) => composeBill(parts, payer, days, late));
}

/** Who is asked for the days of a customer now. */
export function recipientOf(partners: readonly BilledPartner[], customerId: string): RecipientKey {
  const partner = partners
    .filter(({ state, domainIds }) => state === 'active' && domainIds.includes(customerId))
    .toSorted((a, b) => compareIds(a.id, b.id))[0];
  return partner === undefined
    ? { kind: 'customer', id: customerId }
    : { kind: 'partner', id: partner.id };
}

function composeBill(
  parts: BillParts,
  payer: RecipientKey,
  days: readonly BilledDay[],
  late: readonly LateDay[],
): ComposedBill {
  const { terms, month, timeZone } = parts;
  const partner =
    payer.kind === 'partner' ? parts.partners.find(({ id }) => id === payer.id) : undefined;
  const usage = [...linesOf(parts, days), ...lateLinesOf(parts, late)];
  const lines = partner === undefined ? usage : [...usage, ...marginLines(usage, partner)];
  return {
    month,
    timeZone,
    recipient: addressed(parts, payer, partner),
    lines,
    ...sums(lines),
    dueDays: terms.dueDays,
    registrationNumber: terms.registrationNumber,
    issuer: {
      name: terms.issuerName,
      address: terms.address,
      contact: terms.contact,
      bank: terms.bank,
    },
  };
}

export function addressed(
  { customers }: Pick<BillNames, 'customers'>,
  { kind, id }: RecipientKey,
  partner?: BilledPartner,
): ComposedBill['recipient'] {
  if (partner !== undefined)
    return { kind, id, name: partner.name, address: partner.address, isPerson: false };
  const customer = customers.get(id);
  return {
    kind,
    id,
    name: billedCustomerName({ customers }, id),
    address: customer?.address ?? '',
    isPerson: customer?.isPerson ?? false,
  };
}

function sums(lines: readonly BillLine[]): Pick<ComposedBill, 'subtotal' | 'tax' | 'total'> {
  const { subtotal, tax, total } = sumsOf(lines);
  return { subtotal, tax: [...tax], total };
}

function linesOf(parts: BillParts, days: readonly BilledDay[]): BillLine[] {
  const priceOf = (typeId: string) =>
    parts.terms.prices.find((each) => each.typeId === typeId) ?? parts.terms;
  return grouped(days, ({ customerId, typeId }) => [customerId, typeId]).map((group) =>
    lineOf(parts, group, priceOf(group[0].typeId)),
  );
}

function lateLinesOf(parts: BillParts, late: readonly LateDay[]): BillLine[] {
  const priced = late.map((day) => ({
    ...day,
    price:
      day.price ?? parts.terms.prices.find(({ typeId }) => typeId === day.typeId) ?? parts.terms,
  }));
  return grouped(priced, ({ day, customerId, typeId, price }) => [
    day.slice(0, 7),
    customerId,
    typeId,
    price.unitPrice,
    price.taxPercent,
  ]).map((group) => ({ ...lineOf(parts, group, group[0].price), month: group[0].day.slice(0, 7) }));
}

/** In the order of what they have in common. */
function grouped<Day extends BilledDay>(
  days: readonly Day[],
  commonOf: (day: Day) => readonly (string | number)[],
): (readonly [Day, ...Day[]])[] {
  const groups = Map.groupBy(days, (day) => JSON.stringify(commonOf(day)));
  return [...groups]
    .toSorted(([a], [b]) => compareIds(a, b))
    .flatMap(([, [first, ...more]]) => (first === undefined ? [] : [[first, ...more] as const]));
}

/** What has no name any more is called by its id. */
export const billedCustomerName = (
  { customers }: Pick<BillNames, 'customers'>,
  id: string,
): string => customers.get(id)?.name ?? id;
export const billedTypeName = ({ typeNames }: Pick<BillNames, 'typeNames'>, id: string): string =>
  typeNames.get(id) ?? id;

function lineOf(
  names: BillNames,
  days: readonly [BilledDay, ...BilledDay[]],
  price: { readonly unitPrice: number; readonly taxPercent: TaxPercent },
): BillLine {
  const [{ customerId, typeId }] = days;
  const evidence = evidenceOf(days);
  const quantity = evidence.reduce((sum, each) => sum + each.days.length, 0);
  return {
    kind: 'deviceDays',
    what: billedTypeName(names, typeId),
    typeId,
    customerId,
    customerName: billedCustomerName(names, customerId),
    quantity,
    unitPrice: price.unitPrice,
    amount: quantity * price.unitPrice,
    taxPercent: price.taxPercent,
    evidence,
  };
}

function evidenceOf(days: readonly BilledDay[]): BillEvidence[] {
  return grouped(days, ({ serial, roomId }) => [serial, roomId]).map((stayed) => {
    const [{ serial, roomId, roomName }] = stayed;
    return {
      serial,
      roomId,
      roomName,
      days: [...new Set(stayed.map(({ day }) => Number(day.slice(-2))))].toSorted((a, b) => a - b),
    };
  });
}

/** What the partner keeps, taken off each rate by itself so that the tax of each stays right. */
export const marginLines = (
  lines: readonly BillLine[],
  { id, name, margin }: BilledPartner,
): BillLine[] =>
  TAX_PERCENTS.flatMap((percent: TaxPercent) => {
    const kept = marginOf(
      lines
        .filter(({ taxPercent }) => taxPercent === percent)
        .reduce((sum, { amount }) => sum + amount, 0),
      margin,
    );
    return kept === 0
      ? []
      : [
          {
            kind: 'margin' as const,
            what: '',
            customerId: id,
            customerName: name,
            quantity: 1,
            unitPrice: -kept,
            amount: -kept,
            taxPercent: percent,
            evidence: [],
          },
        ];
  });

/** What a document of a bill holds, so that two of them can be compared: no dates of making. */
export const isSameBill = (a: ComposedBill, b: ComposedBill): boolean =>
  JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));

const inOrder = (bill: ComposedBill) => [
  bill.month,
  bill.timeZone,
  bill.recipient.kind,
  bill.recipient.id,
  bill.recipient.name,
  bill.recipient.address,
  bill.recipient.isPerson,
  bill.issuer.name,
  bill.issuer.address,
  bill.issuer.contact,
  bill.issuer.bank,
  bill.registrationNumber,
  bill.dueDays,
  bill.total,
  bill.lines.map(
    ({
      kind,
      month,
      what,
      typeId,
      customerId,
      customerName,
      quantity,
      unitPrice,
      taxPercent,
      evidence,
    }) => [
      kind,
      month,
      what,
      typeId,
      customerId,
      customerName,
      quantity,
      unitPrice,
      taxPercent,
      evidence.map(({ serial, roomId, roomName, days }) => [serial, roomId, roomName, days]),
    ],
  ),
];
