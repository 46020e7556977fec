import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

export const PARTNER_STATES = ['active', 'paused', 'ended'] as const;

/** Another reseller that an agency works with, and the customers that came through it. */
export const partnerCollection = defineCollection('partner', 'domain', ['code'], {
  code: z.string().min(1).max(40),
  name: z.string().min(1).max(120),
  contact: z.string().max(200).default(''),
  domainIds: z.array(z.string()).max(1000).default([]),
  /** Part of a bill that the partner keeps, 0 to 1. */
  margin: z.number().min(0).max(1).default(0),
  state: z.enum(PARTNER_STATES),
});

export const BILL_STATES = ['draft', 'issued', 'paid', 'void'] as const;

/** Whole yen. */
const yen = z.int();

const line = z.strictObject({
  what: z.string().min(1).max(200),
  quantity: z.number().min(0),
  unitPrice: yen,
  amount: yen,
  /** What the line is computed from: device-days on the timeline. */
  evidence: z.array(z.strictObject({ serial: z.string(), days: z.number().min(0) })).max(5000).default([]),
});

/** What a month costs a domain, with the fields that a qualified invoice must show. */
export const billCollection = defineCollection('bill', 'domain', ['number'], {
  number: z.string().min(1).max(40),
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  lines: z.array(line).max(1000),
  subtotal: yen,
  tax: z.strictObject({ rate: z.number().min(0).max(1), amount: yen }),
  total: yen,
  state: z.enum(BILL_STATES),
  issuedAt: z.date().nullable().default(null),
  dueAt: z.date().nullable().default(null),
  registrationNumber: z.string().regex(/^T\d{13}$/),
});
