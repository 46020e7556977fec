import { z } from 'zod';
import { MAX_UNIT_PRICE_YEN, TAX_PERCENTS } from '../billing/bill-amounts.ts';
import { isRegistrationNumber } from '../billing/registration-number.ts';
import { defineCollection } from '../documents/base-document.ts';

const BILL_STATES = ['draft', 'issued', 'paid', 'void'] as const;
export type BillState = (typeof BILL_STATES)[number];

/** Whole yen. */
const yen = z.int();
export const billMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const registrationNumber = z.string().refine(isRegistrationNumber);
const taxPercent = z.literal([...TAX_PERCENTS]);
const unitPrice = z.int().min(0).max(MAX_UNIT_PRICE_YEN);

/** Printed text, which may have line breaks. */
const paperText = (maxLength: number) => z.string().max(maxLength).default('');

/**
 * Issuer details of an agency's bills, and its prices per device-day. One document per agency,
 * `current`.
 */
export const billTermsCollection = defineCollection('billTerms', 'domain', null, {
  issuerName: z.string().min(1).max(120),
  registrationNumber,
  address: paperText(400),
  contact: paperText(200),
  /** Bank account for payment. */
  bank: paperText(400),
  dueDays: z.int().min(0).max(180).default(30),
  /** Price of types not listed in `prices`. */
  unitPrice,
  taxPercent: taxPercent.default(10),
  prices: z
    .array(z.strictObject({ typeId: z.string().min(1).max(128), unitPrice, taxPercent }))
    .max(200)
    .default([]),
});

/** Maximum lines of a bill, and devices of a line. */
export const BILL_LIMITS = { lines: 1000, devices: 5000 } as const;

/** Days of a device in the line's month, as day numbers. */
const evidence = z.strictObject({
  serial: z.string(),
  roomId: z.string(),
  roomName: z.string().max(120),
  days: z.array(z.int().min(1).max(31)).min(1).max(31),
});
export type BillEvidence = z.infer<typeof evidence>;

export const billLine = z.strictObject({
  /**
   * `deviceDays`: days of devices of one type at one customer. `margin`: the partner's margin,
   * negative.
   */
  kind: z.enum(['deviceDays', 'margin']),
  /**
   * Month of late days, if it is not the bill's own: they arrived after that month's bill was
   * issued (decision 047).
   */
  month: billMonth.optional(),
  /** Name of the device type on that day; empty for a margin. */
  what: z.string().max(200),
  /** Id of the type, whose name may change. Absent in old bills. */
  typeId: z.string().max(128).optional(),
  customerId: z.string(),
  customerName: z.string().max(120),
  quantity: z.int().min(0),
  unitPrice: yen,
  amount: yen,
  taxPercent,
  /** The days on the timeline from which the line is calculated. */
  evidence: z.array(evidence).max(BILL_LIMITS.devices).default([]),
});
export type BillLine = z.infer<typeof billLine>;

/**
 * A month's bill of a customer or a partner, with the fields of a qualified invoice. Names and
 * addresses are copied when the bill is created, so an issued bill never changes.
 */
export const billCollection = defineCollection('bill', 'domain', ['number'], {
  /** Assigned when the bill is issued, sequential without gaps. */
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
  lines: z.array(billLine).max(BILL_LIMITS.lines),
  subtotal: yen,
  tax: z
    .array(z.strictObject({ percent: taxPercent, subtotal: yen, amount: yen }))
    .max(TAX_PERCENTS.length),
  total: yen,
  dueDays: z.int().min(0).max(180).default(30),
  state: z.enum(BILL_STATES),
  issuedAt: z.date().nullable().default(null),
  dueAt: z.date().nullable().default(null),
  /** Local date of payment. */
  paidOn: z.iso.date().nullable().default(null),
  /** The credit note that cancels an issued bill; it has the next number. */
  cancellation: z
    .strictObject({
      number: z.string().min(1).max(40),
      issuedAt: z.date(),
      reason: z.string().min(1).max(200),
    })
    .nullable()
    .default(null),
});

export const PARTNER_STATES = ['active', 'paused', 'ended'] as const;

/** A reseller that brings customers to an agency. It gets one bill for all of them. */
export const partnerCollection = defineCollection('partner', 'domain', ['code'], {
  code: z.string().min(1).max(40),
  name: z.string().min(1).max(120),
  contact: z.string().max(200).default(''),
  email: z.union([z.literal(''), z.email()]).default(''),
  phone: z.string().max(40).default(''),
  /** As printed on bills. */
  address: z.string().max(400).default(''),
  note: z.string().max(2000).default(''),
  domainIds: z.array(z.string()).max(1000).default([]),
  /** Share of a bill that the partner keeps, 0 to 1. */
  margin: z.number().min(0).max(1).default(0),
  state: z.enum(PARTNER_STATES),
});
