import { z } from 'zod';
import { billLine, billMonth } from '../collections/bill.ts';
import { oneLine } from '../validation/one-line.ts';

const count = z.int().min(0);
const recipient = z.strictObject({
  kind: z.enum(['customer', 'partner']),
  id: z.string(),
  name: z.string(),
});

/**
 * What one bill cannot hold more of: lines, devices of one of its lines, or what all of it is
 * written with.
 */
export const BILL_BOUNDS = ['lines', 'devices', 'size'] as const;
export type BillBound = (typeof BILL_BOUNDS)[number];
export const tooLargeBill = z.strictObject({ recipient, bound: z.enum(BILL_BOUNDS) });
export type TooLargeBill = z.infer<typeof tooLargeBill>;

/**
 * `POST /api/agencies/{domainId}/bills/generate`: drafts of a month that is over, from the days on
 * which devices sent. Asking again makes the same.
 */
export const generateBillsCall = z.strictObject({ month: billMonth });

/**
 * `made`, `changed`, `same`, `dropped`: drafts. `kept`: recipients whose bill of that month is
 * issued already. `days`: device-days on drafts and on issued bills; `late`: those of drafts that
 * arrived after their own month's bill. `tooLarge`: recipients who have more than one bill holds,
 * and so none; the counts are those of all others.
 */
export const generateBillsReply = z.strictObject({
  made: count,
  changed: count,
  same: count,
  dropped: count,
  kept: count,
  days: count,
  late: count,
  tooLarge: z.array(tooLargeBill),
});
export type GeneratedBills = z.infer<typeof generateBillsReply>;

/**
 * `GET /api/agencies/{domainId}/bills/late`: device-days that are on no bill. `late`: they arrived
 * after their month's bill was issued, and are lines of the next draft that is made for that
 * recipient. `open`: recipients without a bill of a month of which others have theirs.
 */
export const lateDays = z.strictObject({
  late: z.array(z.strictObject({ recipient, line: billLine })),
  open: z.array(z.strictObject({ month: billMonth, days: count })),
});
export type LateDays = z.infer<typeof lateDays>;

/**
 * `POST …/bills/{billId}/issue`: the draft that was looked at, as it was written last, and no
 * other.
 */
export const issueBillCall = z.strictObject({ updatedAt: z.iso.datetime({ precision: 3 }) });
export const issueBillReply = z.strictObject({ number: z.string() });

/**
 * `POST …/bills/{billId}/payment`: the local day on which the money came; null takes a wrong entry
 * back. `was`: the entry that is taken back, as it was looked at.
 */
export const payBillCall = z.strictObject({
  paidOn: z.iso.date().nullable(),
  was: z.iso.date().optional(),
});

/**
 * `POST …/bills/{billId}/void`: takes an issued bill back by a paper of its own with the next
 * number.
 */
export const voidBillCall = z.strictObject({ reason: oneLine(200).min(1) });

/**
 * `GET …/bills/{billId}/paper?kind=`: the PDF. Of a draft a preview, of what was issued the bytes
 * that were handed out.
 */
export const BILL_PAPERS = ['bill', 'cancellation'] as const;
export type BillPaperKind = (typeof BILL_PAPERS)[number];
