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

/**
 * Left out of entries from before they were no longer kept: what the server worked out by itself.
 */
export const MACHINE_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  uploadHistory: new Set([
    'progress',
    'format',
    'streams',
    'streamTable',
    'frames',
    'badFrames',
    'addedFrames',
    'repeatedFrames',
    'gaps',
    'faults',
    'error',
    'uploadId',
    'from',
    'to',
    'deviceSerial',
  ]),
};
