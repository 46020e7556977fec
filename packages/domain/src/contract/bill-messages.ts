import { z } from 'zod';
import { billMonth } from '../collections/bill.ts';

const count = z.int().min(0);

/** `POST /api/agencies/{domainId}/bills/generate`: drafts of a month that is over, from the days on which devices sent. Asking again makes the same. */
export const generateBillsCall = z.strictObject({ month: billMonth });

/**
 * `made`, `changed`, `same`, `dropped`: drafts. `kept`: recipients whose bill of that month is issued already. `days`: device-days on
 * drafts and on issued bills.
 */
export const generateBillsReply = z.strictObject({ made: count, changed: count, same: count, dropped: count, kept: count, days: count });
export type GeneratedBills = z.infer<typeof generateBillsReply>;

/** `POST …/bills/{billId}/issue`: the draft that was looked at, as it was written last, and no other. */
export const issueBillCall = z.strictObject({ updatedAt: z.iso.datetime({ precision: 3 }) });
export const issueBillReply = z.strictObject({ number: z.string() });

/** `POST …/bills/{billId}/payment`: the local day on which the money came; null takes a wrong entry back. */
export const payBillCall = z.strictObject({ paidOn: z.iso.date().nullable() });

/** `POST …/bills/{billId}/void`: takes an issued bill back by a paper of its own with the next number. */
export const voidBillCall = z.strictObject({ reason: z.string().trim().min(1).max(200) });

/** `GET …/bills/{billId}/paper?kind=`: the PDF. Of a draft a preview, of what was issued the bytes that were handed out. */
export const BILL_PAPERS = ['bill', 'cancellation'] as const;
export type BillPaperKind = (typeof BILL_PAPERS)[number];
