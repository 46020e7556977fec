import type { BillEvidence, BillLine } from '../collections/bill.ts';
import type { DataOf } from '../collections/collections.ts';
import { marginOf, sumsOf, TAX_PERCENTS, type TaxPercent } from './bill-amounts.ts';

/** A day on which a device sent, and where it stood then. `day`: local date. */
export type BilledDay = { readonly serial: string; readonly typeId: string; readonly roomId: string; readonly roomName: string; readonly customerId: string; readonly day: string };

export type BilledCustomer = { readonly id: string; readonly name: string; readonly address: string; readonly isPerson: boolean };
export type BilledPartner = { readonly id: string } & Pick<DataOf<'partner'>, 'name' | 'address' | 'domainIds' | 'margin' | 'state'>;
type Terms = DataOf<'billTerms'>;

export type BillParts = {
  readonly month: string;
  readonly timeZone: string;
  readonly terms: Terms;
  readonly days: readonly BilledDay[];
  readonly customers: ReadonlyMap<string, BilledCustomer>;
  readonly partners: readonly BilledPartner[];
  /** Names of types of devices by id. */
  readonly typeNames: ReadonlyMap<string, string>;
};

/** What a bill holds before it is issued. */
export type ComposedBill = Omit<DataOf<'bill'>, 'number' | 'issuedAt' | 'dueAt' | 'paidOn' | 'cancellation' | 'state'>;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The bills of a month, one for each partner and for each customer without one. Equal parts give equal bills, in whatever order the days
 * came: lines by customer and type, evidence by serial and room. A customer whom two partners name goes with the first by id.
 */
export function composeBills(parts: BillParts): ComposedBill[] {
  const groups = new Map<string, { recipient: ComposedBill['recipient']; partner: BilledPartner | null; days: BilledDay[] }>();
  for (const day of parts.days) {
    const { recipient, partner } = recipientOf(parts, day.customerId);
    const key = `${recipient.kind} ${recipient.id}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { recipient, partner, days: [day] });
    else group.days.push(day);
  }
  return [...groups].toSorted(([a], [b]) => compare(a, b)).map(([, { recipient, partner, days }]) => composeBill(parts, recipient, partner, days));
}

function recipientOf({ partners, customers }: BillParts, customerId: string): { readonly recipient: ComposedBill['recipient']; readonly partner: BilledPartner | null } {
  const partner = partners.filter(({ state, domainIds }) => state === 'active' && domainIds.includes(customerId)).toSorted((a, b) => compare(a.id, b.id))[0];
  if (partner !== undefined) return { recipient: { kind: 'partner', id: partner.id, name: partner.name, address: partner.address, isPerson: false }, partner };
  const customer = customers.get(customerId);
  return { recipient: { kind: 'customer', id: customerId, name: customer?.name ?? customerId, address: customer?.address ?? '', isPerson: customer?.isPerson ?? false }, partner: null };
}

function composeBill(parts: BillParts, recipient: ComposedBill['recipient'], partner: BilledPartner | null, days: readonly BilledDay[]): ComposedBill {
  const { terms, month, timeZone } = parts;
  const usage = linesOf(parts, days);
  const lines = partner === null ? usage : [...usage, ...marginLines(usage, partner)];
  return {
    month, timeZone, recipient, lines, ...sums(lines), dueDays: terms.dueDays, registrationNumber: terms.registrationNumber,
    issuer: { name: terms.issuerName, address: terms.address, contact: terms.contact, bank: terms.bank },
  };
}

function sums(lines: readonly BillLine[]): Pick<ComposedBill, 'subtotal' | 'tax' | 'total'> {
  const { subtotal, tax, total } = sumsOf(lines);
  return { subtotal, tax: [...tax], total };
}

function linesOf(parts: BillParts, days: readonly BilledDay[]): BillLine[] {
  const groups = Map.groupBy(days, ({ customerId, typeId }) => JSON.stringify([customerId, typeId]));
  return [...groups].toSorted(([a], [b]) => compare(a, b)).flatMap(([, [first, ...more]]) => (first === undefined ? [] : [lineOf(parts, first, [first, ...more])]));
}

function lineOf({ terms, customers, typeNames }: BillParts, { customerId, typeId }: BilledDay, days: readonly BilledDay[]): BillLine {
  const price = terms.prices.find((each) => each.typeId === typeId) ?? terms;
  const evidence = evidenceOf(days);
  const quantity = evidence.reduce((sum, each) => sum + each.days.length, 0);
  return {
    kind: 'deviceDays', what: typeNames.get(typeId) ?? typeId, customerId, customerName: customers.get(customerId)?.name ?? customerId,
    quantity, unitPrice: price.unitPrice, amount: quantity * price.unitPrice, taxPercent: price.taxPercent, evidence,
  };
}

function evidenceOf(days: readonly BilledDay[]): BillEvidence[] {
  const groups = Map.groupBy(days, ({ serial, roomId }) => JSON.stringify([serial, roomId]));
  return [...groups].toSorted(([a], [b]) => compare(a, b)).flatMap(([, stayed]) => {
    const [first] = stayed;
    if (first === undefined) return [];
    const numbers = [...new Set(stayed.map(({ day }) => Number(day.slice(-2))))].toSorted((a, b) => a - b);
    return [{ serial: first.serial, roomId: first.roomId, roomName: first.roomName, days: numbers }];
  });
}

/** What the partner keeps, taken off each rate by itself so that the tax of each stays right. */
const marginLines = (lines: readonly BillLine[], { id, name, margin }: BilledPartner): BillLine[] => TAX_PERCENTS.flatMap((percent: TaxPercent) => {
  const kept = marginOf(lines.filter(({ taxPercent }) => taxPercent === percent).reduce((sum, { amount }) => sum + amount, 0), margin);
  return kept === 0 ? [] : [{ kind: 'margin' as const, what: '', customerId: id, customerName: name, quantity: 1, unitPrice: -kept, amount: -kept, taxPercent: percent, evidence: [] }];
});

/** What a document of a bill holds, so that two of them can be compared: no dates of making. */
export const isSameBill = (a: ComposedBill, b: ComposedBill): boolean => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));

const inOrder = (bill: ComposedBill) => [
  bill.month, bill.timeZone, bill.recipient.kind, bill.recipient.id, bill.recipient.name, bill.recipient.address, bill.recipient.isPerson, bill.issuer.name, bill.issuer.address, bill.issuer.contact, bill.issuer.bank,
  bill.registrationNumber, bill.dueDays, bill.total,
  bill.lines.map(({ kind, what, customerId, customerName, quantity, unitPrice, taxPercent, evidence }) => [kind, what, customerId, customerName, quantity, unitPrice, taxPercent, evidence.map(({ serial, roomId, roomName, days }) => [serial, roomId, roomName, days])]),
];
