import { z } from 'zod';
import { MOST_UNIT_PRICE_YEN, TAX_PERCENTS } from '../bills/bill-amounts.ts';
import { isRegistrationNumber } from '../bills/registration-number.ts';
import { defineCollection } from '../documents/base-document.ts';

export const BILL_STATES = ['draft', 'issued', 'paid', 'void'] as const;
export type BillState = (typeof BILL_STATES)[number];

/** Whole yen; never a fraction. */
const yen = z.int();
export const billMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const registrationNumber = z.string().refine(isRegistrationNumber);
const taxPercent = z.literal([...TAX_PERCENTS]);
const unitPrice = z.int().min(0).max(MOST_UNIT_PRICE_YEN);

/** Words that stand on paper, with their lines. */
const paperText = (most: number) => z.string().max(most).default('');

/**
 * What an agency's bills say of itself, and what it asks for a day of a device. One document an
 * agency, `current`.
 */
export const billTermsCollection = defineCollection('billTerms', 'domain', null, {
  issuerName: z.string().min(1).max(120),
  registrationNumber,
  address: paperText(400),
  contact: paperText(200),
  /** Where to pay. */
  bank: paperText(400),
  dueDays: z.int().min(0).max(180).default(30),
  /** Of types that are not named below. */
  unitPrice,
  taxPercent: taxPercent.default(10),
  prices: z
    .array(z.strictObject({ typeId: z.string().min(1).max(128), unitPrice, taxPercent }))
    .max(200)
    .default([]),
});

/** What one bill holds, and one of its lines. */
export const BILL_MOST = { lines: 1000, devices: 5000 } as const;

/** A device on days of the line's month, by their number in it. */
const evidence = z.strictObject({
  serial: z.string(),
  roomId: z.string(),
  roomName: z.string().max(120),
  days: z.array(z.int().min(1).max(31)).min(1).max(31),
});
export type BillEvidence = z.infer<typeof evidence>;

export const billLine = z.strictObject({
  /**
   * `deviceDays`: days of devices of one type at one customer. `margin`: what the partner keeps,
   * below zero.
   */
  kind: z.enum(['deviceDays', 'margin']),
  /**
   * Whose days they are where it is not the bill's own: they arrived after the bill of that month
   * was issued (decision 054).
   */
  month: billMonth.optional(),
  /** The type of device in its own words of that day; empty for a margin. */
  what: z.string().max(200),
  /** The type itself: its name may be another by now. Bills of before have none. */
  typeId: z.string().max(128).optional(),
  customerId: z.string(),
  customerName: z.string().max(120),
  quantity: z.int().min(0),
  unitPrice: yen,
  amount: yen,
  taxPercent,
  /** What the line is computed from: days on the timeline. */
  evidence: z.array(evidence).max(BILL_MOST.devices).default([]),
});
export type BillLine = z.infer<typeof billLine>;

/**
 * What a month costs a customer or a partner, with the fields that a qualified invoice must show.
 * Names and addresses are those of the day on which it was made: an issued bill says for good what
 * it said.
 */
export const billCollection = defineCollection('bill', 'domain', ['number'], {
  /** Given when it is issued, one after the other without a gap. */
  number: z.string().min(1).max(40).optional(),
  month: billMonth,
  recipient: z.strictObject({
    kind: z.enum(['customer', 'partner']),
    id: z.string(),
    name: z.string().min(1).max(120),
    address: paperText(400),
    isPerson: z.boolean().default(false),
  }),
  issuer: z.strictObject({
    name: z.string().min(1).max(120),
    address: paperText(400),
    contact: paperText(200),
    bank: paperText(400),
  }),
  registrationNumber,
  timeZone: z.string().max(60).default('Asia/Tokyo'),
  lines: z.array(billLine).max(BILL_MOST.lines),
  subtotal: yen,
  tax: z
    .array(z.strictObject({ percent: taxPercent, subtotal: yen, amount: yen }))
    .max(TAX_PERCENTS.length),
  total: yen,
  dueDays: z.int().min(0).max(180).default(30),
  state: z.enum(BILL_STATES),
  issuedAt: z.date().nullable().default(null),
  dueAt: z.date().nullable().default(null),
  /** Local date on which the money came. */
  paidOn: z.iso.date().nullable().default(null),
  /** The paper that takes an issued bill back; it has the next number. */
  cancellation: z
    .strictObject({
      number: z.string().min(1).max(40),
      issuedAt: z.date(),
      reason: z.string().min(1).max(200),
    })
    .nullable()
    .default(null),
});
