import { DISCLOSURES } from '@yamori/domain';

/** What has a word; anything else stands as it is kept. */
export const ACTIONS = [
  'create', 'update', 'delete', 'passwordGiven', 'passwordGivenAsked', 'factorsReset', 'factorsResetAsked', 'exported', 'exportedWithNames', 'callAnswered', 'callWithdrawn', 'callFinished', 'callReopened', 'historyRedacted',
  'invited', 'invitationWithdrawn', 'factorAdded', 'factorRemoved', 'backupCodesRenewed', 'historyExported', ...DISCLOSURES,
] as const;
export const COLLECTION_NAMES = ['room', 'device', 'domain', 'staff', 'sleep', 'accident', 'note', 'uploadHistory', 'parameter', 'view', 'deviceType', 'updateHistory'] as const;
/** Of what the record can be asked for. */
export const ASKED_COLLECTIONS = ['room', 'device', 'domain', 'staff', 'parameter', 'view', 'deviceType'] as const;
export const FIELD_NAMES = [
  'name', 'building', 'floor', 'tags', 'capacity', 'occupant', 'roomId', 'domainId', 'accessLevel', 'state', 'note', 'history', 'edits', 'email', 'phone', 'nameKana', 'notify', 'keyHash', 'serial', 'typeId', 'connection',
  'firmware', 'mfaRequired', 'signInMethods', 'limits', 'timeZone', 'nightStartsAt', 'contact', 'address', 'code', 'contractFrom', 'contractTo', 'brand', 'escalation', 'parameterOverrides', 'defaultViewId', 'viewId', 'samlProviderIds', 'parentDomainId', 'ancestorIds', 'rootDomainId', 'sharedWith', 'from', 'to', 'text', 'writtenBy',
  'fileName', 'sizeBytes', 'sha256', 'clock', 'originalStored', 'autoStart', 'uploadedBy', 'actions', 'kind', 'severity', 'outcome', 'useful', 'mutedUntil', 'raisedAt', 'acknowledgedAt', 'acknowledgedBy', 'arrivedAt', 'arrivedBy', 'resolvedAt', 'resolvedBy',
] as const;

/** Left out of entries from before they were no longer kept: what the server worked out by itself. */
export const MACHINE_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  uploadHistory: new Set(['progress', 'format', 'streams', 'streamTable', 'frames', 'badFrames', 'addedFrames', 'repeatedFrames', 'gaps', 'faults', 'error', 'uploadId', 'from', 'to', 'deviceSerial']),
};
