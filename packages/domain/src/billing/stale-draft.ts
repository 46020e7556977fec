import type { DocumentData } from '../collections/collections.ts';
import {
  toRecipient,
  billedCustomerName,
  marginLines,
  getRecipient,
  billedTypeName,
  type BillNames,
  type BilledPartner,
  type BillDraft,
} from './compose-bills.ts';

/**
 * Current data to compare a draft with. Without `customers` and `typeNames`, names are not
 * compared.
 */
type DraftGrounds = {
  readonly terms: DocumentData<'billTerms'>;
  readonly partners: readonly BilledPartner[];
} & (BillNames | { readonly customers?: never; readonly typeNames?: never });

/**
 * Whether a draft generated now from the same days would differ in issuer, prices, payer, margin,
 * or names of recipient, customers and device types. Days are not compared, because later ones are
 * billed later (decision 047). Late days keep their price and payer.
 */
export function isStaleDraft(
  bill: Pick<BillDraft, 'recipient' | 'issuer' | 'registrationNumber' | 'dueDays' | 'lines'>,
  grounds: DraftGrounds,
): boolean {
  const { terms, partners } = grounds;
  const { issuer, recipient, lines } = bill;
  if (
    issuer.name !== terms.issuerName ||
    issuer.address !== terms.address ||
    issuer.contact !== terms.contact ||
    issuer.bank !== terms.bank
  )
    return true;
  if (bill.registrationNumber !== terms.registrationNumber || bill.dueDays !== terms.dueDays)
    return true;
  const own = lines.filter(({ kind, month }) => kind === 'deviceDays' && month === undefined);
  const isPriced = own.every(({ typeId, unitPrice, taxPercent }) => {
    const price = terms.prices.find((each) => each.typeId === typeId) ?? terms;
    // Old bills have no type ids.
    return (
      typeId === undefined || (price.unitPrice === unitPrice && price.taxPercent === taxPercent)
    );
  });
  if (
    !isPriced ||
    own.some(({ customerId }) => !isSame(getRecipient(partners, customerId), recipient))
  )
    return true;
  if (grounds.customers !== undefined && isNamedOtherwise(bill, grounds)) return true;
  if (recipient.kind === 'customer') return false;
  const partner = partners.find(({ id }) => id === recipient.id);
  if (
    partner === undefined ||
    partner.name !== recipient.name ||
    partner.address !== recipient.address
  )
    return true;
  const kept = (all: BillDraft['lines']): string =>
    JSON.stringify(
      all
        .filter(({ kind }) => kind === 'margin')
        .map(({ amount, taxPercent }) => [amount, taxPercent]),
    );
  return (
    kept(lines) !==
    kept(
      marginLines(
        lines.filter(({ kind }) => kind === 'deviceDays'),
        partner,
      ),
    )
  );
}

const isSame = (
  one: BillDraft['recipient'] | { readonly kind: string; readonly id: string },
  other: BillDraft['recipient'],
): boolean => one.kind === other.kind && one.id === other.id;

function isNamedOtherwise(
  { recipient, lines }: Pick<BillDraft, 'recipient' | 'lines'>,
  names: BillNames,
): boolean {
  const { name, address, isPerson } =
    recipient.kind === 'customer' ? toRecipient(names, recipient) : recipient;
  if (name !== recipient.name || address !== recipient.address || isPerson !== recipient.isPerson)
    return true;
  return lines.some(
    ({ kind, customerId, customerName, typeId, what }) =>
      kind === 'deviceDays' &&
      (billedCustomerName(names, customerId) !== customerName ||
        (typeId !== undefined && billedTypeName(names, typeId) !== what)),
  );
}
