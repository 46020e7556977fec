import type { DataOf } from '../collections/collections.ts';
import { marginLines, recipientOf, type BilledPartner, type ComposedBill } from './compose-bills.ts';

/**
 * Whether a draft says something else than it would if it were made now with the same days: what stands of the issuer, a price, who is asked for
 * a customer, what a partner keeps. Which days there are is not looked at: those that come later are billed later (decision 054), and so
 * are price and payer of days that came late for a bill of before.
 */
export function isStaleDraft(bill: Pick<ComposedBill, 'recipient' | 'issuer' | 'registrationNumber' | 'dueDays' | 'lines'>, terms: DataOf<'billTerms'>, partners: readonly BilledPartner[]): boolean {
  const { issuer, recipient, lines } = bill;
  if (issuer.name !== terms.issuerName || issuer.address !== terms.address || issuer.contact !== terms.contact || issuer.bank !== terms.bank) return true;
  if (bill.registrationNumber !== terms.registrationNumber || bill.dueDays !== terms.dueDays) return true;
  const own = lines.filter(({ kind, month }) => kind === 'deviceDays' && month === undefined);
  const isPriced = own.every(({ typeId, unitPrice, taxPercent }) => {
    const price = terms.prices.find((each) => each.typeId === typeId) ?? terms;
    // Bills of before do not say their types.
    return typeId === undefined || (price.unitPrice === unitPrice && price.taxPercent === taxPercent);
  });
  if (!isPriced || own.some(({ customerId }) => !isSame(recipientOf(partners, customerId), recipient))) return true;
  if (recipient.kind === 'customer') return false;
  const partner = partners.find(({ id }) => id === recipient.id);
  if (partner === undefined) return true;
  const kept = (all: ComposedBill['lines']): string => JSON.stringify(all.filter(({ kind }) => kind === 'margin').map(({ amount, taxPercent }) => [amount, taxPercent]));
  return kept(lines) !== kept(marginLines(lines.filter(({ kind }) => kind === 'deviceDays'), partner));
}

const isSame = (one: ComposedBill['recipient'] | { readonly kind: string; readonly id: string }, other: ComposedBill['recipient']): boolean => one.kind === other.kind && one.id === other.id;
