import type { z } from 'zod';
import { accidentCollection } from './accident.ts';
import { partnerCollection, billCollection, billTermsCollection } from './bill.ts';
import {
  deviceCollection,
  deviceLoanCollection,
  deviceTypeCollection,
  deviceServiceCollection,
} from './device.ts';
import { parameterCollection, updateHistoryCollection, viewCollection } from './master.ts';
import { noteCollection, roomCollection } from './room.ts';
import { domainCollection, staffCollection } from './organisation.ts';
import { sleepCollection } from './sleep.ts';
import { uploadHistoryCollection } from './upload-history.ts';

/** Every collection by name. `access/rules` has a rule for each. */
export const COLLECTIONS = {
  domain: domainCollection,
  room: roomCollection,
  device: deviceCollection,
  deviceType: deviceTypeCollection,
  deviceService: deviceServiceCollection,
  parameter: parameterCollection,
  view: viewCollection,
  sleep: sleepCollection,
  uploadHistory: uploadHistoryCollection,
  accident: accidentCollection,
  note: noteCollection,
  partner: partnerCollection,
  bill: billCollection,
  billTerms: billTermsCollection,
  staff: staffCollection,
  deviceLoan: deviceLoanCollection,
  updateHistory: updateHistoryCollection,
} as const;

export type CollectionName = keyof typeof COLLECTIONS;

/** The fields of a collection's valid document, without the base fields. */
export type DocumentData<Name extends CollectionName> = z.infer<
  (typeof COLLECTIONS)[Name]['schema']
>;

export const isProductCollection = (name: string): name is CollectionName =>
  Object.hasOwn(COLLECTIONS, name);
