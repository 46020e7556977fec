import type { BillLine } from '../collections/bill.ts';
import {
  compareIds,
  getRecipient,
  type BilledDay,
  type BilledPartner,
  type BillDraft,
  type LateDay,
  type RecipientKey,
} from './compose-bills.ts';

/** A bill that has not been cancelled. */
export type ExistingBill = Pick<BillDraft, 'month' | 'recipient' | 'lines'> & {
  readonly state: 'draft' | 'issued' | 'paid';
};

export type AllocatedDays = {
  /** Days of the month being drafted whose payers have no issued bill of it. */
  readonly own: readonly BilledDay[];
  /** Days of earlier months that arrived after their bill was issued, on no bill yet. */
  readonly late: readonly LateDay[];
  /**
   * Days of earlier months whose payers have no issued bill of that month. They are billed by
   * generating that month's drafts.
   */
  readonly open: readonly BilledDay[];
};

type DaysToSort = {
  /**
   * Month of the drafts to generate. Null if no drafts are generated: then days on drafts count as
   * billed.
   */
  readonly month: string | null;
  readonly days: readonly BilledDay[];
  /** The agency's bills of the months of these days and later. */
  readonly bills: readonly ExistingBill[];
  readonly partners: readonly BilledPartner[];
  readonly typeNames: ReadonlyMap<string, string>;
};

/**
 * Allocates each day to a bill (decision 047). A day that another bill contains is skipped, so it
 * is billed once, however often and for whichever month drafts are generated.
 */
export function allocateDays({
  month,
  days,
  bills,
  partners,
  typeNames,
}: DaysToSort): AllocatedDays {
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
    const late = toLateDay(day, issued.get(day.day.slice(0, 7)) ?? [], partners, typeNames);
    const isOwn = day.day.startsWith(month ?? ' ');
    // A late day of this month waits for a later draft, because the payer has this month's bill.
    if (late === null) sorted[isOwn ? 'own' : 'open'].push(day);
    else if (!isOwn) sorted.late.push(late);
  }
  return sorted;
}

const daysOn = ({ month, lines }: ExistingBill): string[] =>
  lines.flatMap((line) =>
    line.evidence.flatMap(({ serial, days }) =>
      days.map((day) => `${serial} ${line.month ?? month}-${String(day).padStart(2, '0')}`),
    ),
  );

/** Null if the payer has no issued bill of that month. */
function toLateDay(
  day: BilledDay,
  issued: readonly ExistingBill[],
  partners: readonly BilledPartner[],
  typeNames: ReadonlyMap<string, string>,
): LateDay | null {
  const now = getRecipient(partners, day.customerId);
  const before = issued
    .filter(({ month, lines }) =>
      lines.some((line) => line.customerId === day.customerId && (line.month ?? month) === month),
    )
    .toSorted((a, b) => compareIds(getRecipientKey(a), getRecipientKey(b)))[0];
  if (
    before === undefined &&
    !issued.some((bill) => getRecipientKey(bill) === `${now.kind} ${now.id}`)
  )
    return null;
  return {
    ...day,
    payer:
      before === undefined || !isBillable(before.recipient, partners)
        ? now
        : { kind: before.recipient.kind, id: before.recipient.id },
    price: findPrice(day, before === undefined ? issued : [before, ...issued], typeNames),
  };
}

const getRecipientKey = ({ recipient: { kind, id } }: ExistingBill): string => `${kind} ${id}`;
/** An inactive partner gets no bill, so the current payer does. */
const isBillable = ({ kind, id }: RecipientKey, partners: readonly BilledPartner[]): boolean =>
  kind === 'customer' ||
  partners.some((partner) => partner.id === id && partner.state === 'active');

/** Price and tax rate of a type on the bills of the day's own month. */
function findPrice(
  { typeId }: BilledDay,
  issued: readonly ExistingBill[],
  typeNames: ReadonlyMap<string, string>,
): LateDay['price'] {
  const hasType = (line: BillLine): boolean =>
    line.typeId === undefined
      ? line.what === (typeNames.get(typeId) ?? typeId)
      : line.typeId === typeId;
  const line = issued.flatMap(({ month, lines }) =>
    lines.filter(
      (each) => each.kind === 'deviceDays' && hasType(each) && (each.month ?? month) === month,
    ),
  )[0];
  return line === undefined ? null : { unitPrice: line.unitPrice, taxPercent: line.taxPercent };
}
