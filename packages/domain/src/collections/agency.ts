import { z } from 'zod';
import { defineCollection } from '../documents/base-document.ts';

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
