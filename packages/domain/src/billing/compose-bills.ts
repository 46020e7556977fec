import type { BillEvidence, BillLine } from '../collections/bill.ts';
import type { DocumentData } from '../collections/collections.ts';
import { calculateMargin, calculateSums, TAX_PERCENTS, type TaxPercent } from './bill-amounts.ts';

/** A day on which a device sent data, and its room then. `day` is a local date. */
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
  DocumentData<'partner'>,
  'name' | 'address' | 'domainIds' | 'margin' | 'state'
>;
type Terms = DocumentData<'billTerms'>;

export type RecipientKey = { readonly kind: 'customer' | 'partner'; readonly id: string };

/**
 * A day of an earlier month that arrived after its bill was issued. A null price means the current
 * terms.
 */
export type LateDay = BilledDay & {
  readonly payer: RecipientKey;
  readonly price: { readonly unitPrice: number; readonly taxPercent: TaxPercent } | null;
};

/** Names of the customers and device types on a bill. */
export type BillNames = {
  readonly customers: ReadonlyMap<string, BilledCustomer>;
  /** Names of device types by id. */
  readonly typeNames: ReadonlyMap<string, string>;
};

export type BillInput = BillNames & {
  readonly month: string;
  readonly timeZone: string;
  readonly terms: Terms;
  readonly days: readonly BilledDay[];
  /** Days of earlier months, billed on separate lines. */
  readonly late: readonly LateDay[];
  readonly partners: readonly BilledPartner[];
};

/** A bill before it is issued. */
export type BillDraft = Omit<
  DocumentData<'bill'>,
  'number' | 'issuedAt' | 'dueAt' | 'paidOn' | 'cancellation' | 'state'
>;

export function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Builds the bills of a month: one per active partner and one per customer without a partner. The
 * order of the days does not matter: lines are sorted by customer and type, evidence by serial and
 * room, and lines for late days follow, sorted by month. A customer with two partners belongs to
 * the first by id.
 */
export function buildBills(input: BillInput): BillDraft[] {
  const groups = new Map<string, { payer: RecipientKey; days: BilledDay[]; late: LateDay[] }>();
  const getGroup = (payer: RecipientKey) => {
    const key = `${payer.kind} ${payer.id}`;
    const group = groups.get(key) ?? { payer, days: [], late: [] };
    groups.set(key, group);
    return group;
  };
  for (const day of input.days)
    getGroup(getRecipient(input.partners, day.customerId)).days.push(day);
  for (const day of input.late) getGroup(day.payer).late.push(day);
  return [...groups]
    .toSorted(([a], [b]) => compareIds(a, b))
    .map(([, { payer, days, late }]) => buildBill(input, payer, days, late));
}

/** The current payer for a customer's days. */
export function getRecipient(partners: readonly BilledPartner[], customerId: string): RecipientKey {
  const partner = partners
    .filter(({ state, domainIds }) => state === 'active' && domainIds.includes(customerId))
    .toSorted((a, b) => compareIds(a.id, b.id))[0];
  return partner === undefined
    ? { kind: 'customer', id: customerId }
    : { kind: 'partner', id: partner.id };
}

function buildBill(
  input: BillInput,
  payer: RecipientKey,
  days: readonly BilledDay[],
  late: readonly LateDay[],
): BillDraft {
  const { terms, month, timeZone } = input;
  const partner =
    payer.kind === 'partner' ? input.partners.find(({ id }) => id === payer.id) : undefined;
  const usage = [...buildLines(input, days), ...buildLateLines(input, late)];
  const lines = partner === undefined ? usage : [...usage, ...marginLines(usage, partner)];
  return {
    month,
    timeZone,
    recipient: toRecipient(input, payer, partner),
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

export function toRecipient(
  { customers }: Pick<BillNames, 'customers'>,
  { kind, id }: RecipientKey,
  partner?: BilledPartner,
): BillDraft['recipient'] {
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

function sums(lines: readonly BillLine[]): Pick<BillDraft, 'subtotal' | 'tax' | 'total'> {
  const { subtotal, tax, total } = calculateSums(lines);
  return { subtotal, tax: [...tax], total };
}

function buildLines(input: BillInput, days: readonly BilledDay[]): BillLine[] {
  const getPrice = (typeId: string) =>
    input.terms.prices.find((each) => each.typeId === typeId) ?? input.terms;
  return groupSorted(days, ({ customerId, typeId }) => [customerId, typeId]).map((group) =>
    buildLine(input, group, getPrice(group[0].typeId)),
  );
}

function buildLateLines(input: BillInput, late: readonly LateDay[]): BillLine[] {
  const priced = late.map((day) => ({
    ...day,
    price:
      day.price ?? input.terms.prices.find(({ typeId }) => typeId === day.typeId) ?? input.terms,
  }));
  return groupSorted(priced, ({ day, customerId, typeId, price }) => [
    day.slice(0, 7),
    customerId,
    typeId,
    price.unitPrice,
    price.taxPercent,
  ]).map((group) => ({
    ...buildLine(input, group, group[0].price),
    month: group[0].day.slice(0, 7),
  }));
}

/** Groups by a key, sorted by that key. */
function groupSorted<Day extends BilledDay>(
  days: readonly Day[],
  getKey: (day: Day) => readonly (string | number)[],
): (readonly [Day, ...Day[]])[] {
  const groups = Map.groupBy(days, (day) => JSON.stringify(getKey(day)));
  return [...groups]
    .toSorted(([a], [b]) => compareIds(a, b))
    .flatMap(([, [first, ...more]]) => (first === undefined ? [] : [[first, ...more] as const]));
}

/** Falls back to the id of a deleted customer. */
export const billedCustomerName = (
  { customers }: Pick<BillNames, 'customers'>,
  id: string,
): string => customers.get(id)?.name ?? id;
export const billedTypeName = ({ typeNames }: Pick<BillNames, 'typeNames'>, id: string): string =>
  typeNames.get(id) ?? id;

function buildLine(
  names: BillNames,
  days: readonly [BilledDay, ...BilledDay[]],
  price: { readonly unitPrice: number; readonly taxPercent: TaxPercent },
): BillLine {
  const [{ customerId, typeId }] = days;
  const evidence = buildEvidence(days);
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

function buildEvidence(days: readonly BilledDay[]): BillEvidence[] {
  return groupSorted(days, ({ serial, roomId }) => [serial, roomId]).map((stayed) => {
    const [{ serial, roomId, roomName }] = stayed;
    return {
      serial,
      roomId,
      roomName,
      days: [...new Set(stayed.map(({ day }) => Number(day.slice(-2))))].toSorted((a, b) => a - b),
    };
  });
}

/**
 * The partner's margin as a negative line per tax rate, so that the tax of each rate stays right.
 */
export const marginLines = (
  lines: readonly BillLine[],
  { id, name, margin }: BilledPartner,
): BillLine[] =>
  TAX_PERCENTS.flatMap((percent: TaxPercent) => {
    const kept = calculateMargin(
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

/** Whether two bills have the same content, ignoring when they were created. */
export const isSameBill = (a: BillDraft, b: BillDraft): boolean =>
  JSON.stringify(toComparable(a)) === JSON.stringify(toComparable(b));

const toComparable = (bill: BillDraft) => [
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
