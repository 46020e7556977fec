import type { BillLine } from '../collections/bill.ts';
import {
  compareIds,
  recipientOf,
  type BilledDay,
  type BilledPartner,
  type ComposedBill,
  type LateDay,
  type RecipientKey,
} from './compose-bills.ts';

/** A bill that was not taken back, as it stands. */
export type StandingBill = Pick<ComposedBill, 'month' | 'recipient' | 'lines'> & {
  readonly state: 'draft' | 'issued' | 'paid';
};

export type SortedDays = {
  /** Of the month whose drafts are made, for those who have no bill of it yet. */
  readonly own: readonly BilledDay[];
  /** Of months whose bill was issued before these arrived: on no bill so far. */
  readonly late: readonly LateDay[];
  /**
   * Of earlier months, of those who have no bill of that month: making its drafts asks for them.
   */
  readonly open: readonly BilledDay[];
};

export type DaysToSort = {
  /**
   * Of the drafts that are made; null: nobody makes any, and what lies on a draft waits no more.
   */
  readonly month: string | null;
  readonly days: readonly BilledDay[];
  /** Of the agency, of the months of the days and later. */
  readonly bills: readonly StandingBill[];
  readonly partners: readonly BilledPartner[];
  readonly typeNames: ReadonlyMap<string, string>;
};

/**
 * Which bill asks for a day (decision 054). Each day is in one part at most: one that another bill
 * holds already is in none, so that it is asked for once however often and for whichever month
 * drafts are made.
 */
export function sortDays({ month, days, bills, partners, typeNames }: DaysToSort): SortedDays {
  const held = new Set(
    bills.filter((bill) => bill.state !== 'draft' || bill.month !== month).flatMap(daysOn),
  );
  const issued = Map.groupBy(
    bills.filter(({ state }) => state !== 'draft'),
    (bill) => bill.month,
  );
  const sorted: { own: BilledDay[]; late: LateDay[]; open: BilledDay[] } = {
    own: [],
    late: [],
    open: [],
  };
  for (const day of days) {
    if (held.has(`${day.serial} ${day.day}`)) continue;
    const late = lateOf(day, issued.get(day.day.slice(0, 7)) ?? [], partners, typeNames);
    const isOwn = day.day.startsWith(month ?? ' ');
    // Late days of the month itself wait for the drafts of a later one: those who pay have its
    // bill.
    if (late === null) sorted[isOwn ? 'own' : 'open'].push(day);
    else if (!isOwn) sorted.late.push(late);
  }
  return sorted;
}

const daysOn = ({ month, lines }: StandingBill): string[] =>
  lines.flatMap((line) =>
    line.evidence.flatMap(({ serial, days }) =>
      days.map((day) => `${serial} ${line.month ?? month}-${String(day).padStart(2, '0')}`),
    ),
  );

/** Null where whoever pays has no bill of that month yet. */
function lateOf(
  day: BilledDay,
  issued: readonly StandingBill[],
  partners: readonly BilledPartner[],
  typeNames: ReadonlyMap<string, string>,
): LateDay | null {
  const now = recipientOf(partners, day.customerId);
  const before = issued
    .filter(({ month, lines }) =>
      lines.some((line) => line.customerId === day.customerId && (line.month ?? month) === month),
    )
    .toSorted((a, b) => compareIds(keyOf(a), keyOf(b)))[0];
  if (before === undefined && !issued.some((bill) => keyOf(bill) === `${now.kind} ${now.id}`))
    return null;
  return {
    ...day,
    payer:
      before === undefined || !isThere(before.recipient, partners)
        ? now
        : { kind: before.recipient.kind, id: before.recipient.id },
    price: priceOf(day, before === undefined ? issued : [before, ...issued], typeNames),
  };
}

const keyOf = ({ recipient: { kind, id } }: StandingBill): string => `${kind} ${id}`;
/**
 * A partner who is active no more gets no bill: whoever is asked for that customer now is asked.
 */
const isThere = ({ kind, id }: RecipientKey, partners: readonly BilledPartner[]): boolean =>
  kind === 'customer' ||
  partners.some((partner) => partner.id === id && partner.state === 'active');

/**
 * What a day of that type cost on the month's own bills, and its tax: both are those of the day on
 * which it was used.
 */
function priceOf(
  { typeId }: BilledDay,
  issued: readonly StandingBill[],
  typeNames: ReadonlyMap<string, string>,
): LateDay['price'] {
  const isOf = (line: BillLine): boolean =>
    line.typeId === undefined
      ? line.what === (typeNames.get(typeId) ?? typeId)
      : line.typeId === typeId;
  const line = issued.flatMap(({ month, lines }) =>
    lines.filter(
      (each) => each.kind === 'deviceDays' && isOf(each) && (each.month ?? month) === month,
    ),
  )[0];
  return line === undefined ? null : { unitPrice: line.unitPrice, taxPercent: line.taxPercent };
}
