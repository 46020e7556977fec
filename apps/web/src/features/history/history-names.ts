import { DISCLOSURES } from '@yamori/domain';

/** What has a word; anything else stands as it is kept. */
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
/** Of what the record can be asked for. */
export const ASKED_COLLECTIONS = [
  'room',
  'device',
  'domain',
  'staff',
  'parameter',
  'view',
  'deviceType',
] as const;
