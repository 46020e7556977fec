import { DISCLOSURES } from '@yamori/domain';

/** Actions with a text; others are shown as stored. */
export const ACTIONS = [
  'create',
  'update',
  'delete',
  'passwordGiven',
  'passwordGivenAsked',
  'factorsReset',
  'factorsResetAsked',
  'exported',
  'exportedWithNames',
  'callAnswered',
  'callWithdrawn',
  'callFinished',
  'callReopened',
  'historyRedacted',
  'invited',
  'invitationWithdrawn',
  'factorAdded',
  'factorRemoved',
  'backupCodesRenewed',
  'historyExported',
  ...DISCLOSURES,
] as const;
/** Collections for the filter. */
export const ASKED_COLLECTIONS = [
  'room',
  'device',
  'domain',
  'staff',
  'parameter',
  'view',
  'deviceType',
] as const;
