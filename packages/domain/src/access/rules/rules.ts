import type { CollectionName } from '../../collections/collections.ts';
import { ACCIDENT_RULE } from './accident-rules.ts';
import { BILL_RULE, BILL_TERMS_RULE, PARTNER_RULE } from './agency-rules.ts';
import { DEVICE_TYPE_RULE, PARAMETER_RULE, VIEW_RULE } from './catalogue-rules.ts';
import type { CollectionRule } from './collection-rule.ts';
import { DEVICE_LOAN_RULE, DEVICE_RULE } from './device-rules.ts';
import { DEVICE_SERVICE_RULE } from './device-service-rules.ts';
import { DOMAIN_RULE } from './domain-rules.ts';
import { UPLOAD_HISTORY_RULE } from './import-rules.ts';
import { NOTE_RULE } from './note-rules.ts';
import { ROOM_RULE } from './room-rules.ts';
import { SLEEP_RULE } from './sleep-rules.ts';
import { STAFF_RULE } from './staff-rules.ts';
import { UPDATE_HISTORY_RULE } from './update-history-rules.ts';

/** The access rule of every collection (specification, section 6). */
export const RULES: Readonly<Record<CollectionName, CollectionRule>> = {
  domain: DOMAIN_RULE,
  room: ROOM_RULE,
  device: DEVICE_RULE,
  deviceType: DEVICE_TYPE_RULE,
  deviceService: DEVICE_SERVICE_RULE,
  parameter: PARAMETER_RULE,
  view: VIEW_RULE,
  sleep: SLEEP_RULE,
  uploadHistory: UPLOAD_HISTORY_RULE,
  accident: ACCIDENT_RULE,
  note: NOTE_RULE,
  partner: PARTNER_RULE,
  bill: BILL_RULE,
  billTerms: BILL_TERMS_RULE,
  staff: STAFF_RULE,
  deviceLoan: DEVICE_LOAN_RULE,
  updateHistory: UPDATE_HISTORY_RULE,
};
