import { z } from 'zod';
import { billLine, billMonth } from '../collections/bill.ts';
import { oneLine } from '../validation/one-line.ts';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

const count = z.int().min(0);
const recipient = z.strictObject({
  kind: z.enum(['customer', 'partner']),
  id: z.string(),
  name: z.string(),
});

/** The limit that a bill exceeds: its lines, the devices of a line, or its total size. */
const BILL_BOUNDS = ['lines', 'devices', 'size'] as const;
export type BillBound = (typeof BILL_BOUNDS)[number];
const tooLargeBill = z.strictObject({ recipient, bound: z.enum(BILL_BOUNDS) });
export type TooLargeBill = z.infer<typeof tooLargeBill>;

/**
 * `made`, `changed`, `same`, `dropped`: drafts. `kept`: recipients whose bill of that month has
 * been issued. `days`: device-days on drafts and issued bills; `late`: those on drafts that arrived
 * after their own month's bill. `tooLarge`: recipients without a bill because they exceed its
 * limits; they are not counted.
 */
const generated = z.strictObject({
  made: count,
  changed: count,
  same: count,
  dropped: count,
  kept: count,
  days: count,
  late: count,
  tooLarge: z.array(tooLargeBill),
});
export type GeneratedBills = z.infer<typeof generated>;

/**
 * Device-days that are on no bill. `late`: they arrived after their month's bill was issued; the
 * recipient's next draft contains them. `open`: recipients without a bill for a month that others
 * have been billed for.
 */
const lateDays = z.strictObject({
  late: z.array(z.strictObject({ recipient, line: billLine })),
  open: z.array(z.strictObject({ month: billMonth, days: count })),
});
export type LateDays = z.infer<typeof lateDays>;

/**
 * `paidOn`: the local day of the payment; null removes a wrong entry. `was`: the removed entry, as
 * the caller saw it.
 */
const payment = z.strictObject({ paidOn: z.iso.date().nullable(), was: z.iso.date().optional() });
export type BillPayment = z.infer<typeof payment>;

const BILL_PAPERS = ['bill', 'cancellation'] as const;
export type BillPaperKind = (typeof BILL_PAPERS)[number];

const agencyParams = z.object({ domainId: pathId });
const billParams = agencyParams.extend({ billId: pathId });
const numbered = z.strictObject({ number: z.string() });

const OF_AGENCY = ['domain-not-found', 'access-refused'] as const;
const OF_BILL = [...OF_AGENCY, 'document-not-found', 'bill-state-conflict'] as const;
const OF_PAPER = [
  'storage-full-unavailable',
  'limit-bill-papers',
  'bill-paper-timeout',
  'bill-paper-memory',
] as const;

export const billApi = {
  generate: endpoint({
    method: 'POST',
    path: '/api/agencies/:domainId/bills/generate',
    summary: 'Create the draft bills of a past month from the days on which devices sent data',
    caller: 'member',
    params: agencyParams,
    body: z.strictObject({ month: billMonth }),
    reply: generated,
    problems: [
      ...OF_AGENCY,
      'bill-month-invalid',
      'bill-month-deviceless-invalid',
      'bill-terms-missing',
      'document-conflict',
      'bill-partner-ended-conflict',
      'limit-device-days',
    ],
  }),
  late: endpoint({
    method: 'GET',
    path: '/api/agencies/:domainId/bills/late',
    summary: 'List the days on which devices sent data and that are on no bill',
    caller: 'member',
    params: agencyParams,
    reply: lateDays,
    problems: [...OF_AGENCY, 'bill-terms-missing', 'limit-device-days'],
  }),
  /** Only the draft that the caller saw: `updatedAt` is its last write. */
  issue: endpoint({
    method: 'POST',
    path: '/api/agencies/:domainId/bills/:billId/issue',
    summary: 'Issue a draft bill under the next bill number',
    caller: 'member',
    params: billParams,
    body: z.strictObject({ updatedAt: z.iso.datetime({ precision: 3 }) }),
    reply: numbered,
    problems: [
      ...OF_BILL,
      ...OF_PAPER,
      'document-conflict',
      'bill-draft-stale-conflict',
      'bill-terms-missing',
      'bill-days-taken',
      'bill-partner-ended-conflict',
    ],
  }),
  void: endpoint({
    method: 'POST',
    path: '/api/agencies/:domainId/bills/:billId/void',
    summary: 'Cancel an issued bill with a credit note under the next bill number',
    caller: 'member',
    params: billParams,
    body: z.strictObject({ reason: oneLine(200).min(1) }),
    reply: numbered,
    problems: [...OF_BILL, ...OF_PAPER],
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/agencies/:domainId/bills/:billId/payment',
    summary: 'Record the payment of a bill, or remove the record',
    caller: 'member',
    params: billParams,
    body: payment,
    problems: [
      ...OF_BILL,
      'document-conflict',
      'bill-payment-invalid',
      'bill-partner-ended-conflict',
    ],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/agencies/:domainId/bills/:billId/removal',
    summary: 'Delete a draft bill',
    caller: 'member',
    params: billParams,
    problems: OF_BILL,
  }),
  /** A preview of a draft, or the original bytes of an issued bill. */
  paper: endpoint({
    method: 'GET',
    path: '/api/agencies/:domainId/bills/:billId/paper',
    summary: 'Download a bill or its credit note as a PDF',
    caller: 'member',
    params: billParams,
    query: z.object({ kind: z.enum(BILL_PAPERS).default('bill') }),
    file: ['application/pdf'],
    problems: [...OF_AGENCY, ...OF_PAPER, 'document-not-found'],
  }),
};
