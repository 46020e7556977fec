/** What has a word; anything else stands as it is kept. */
export const ACTIONS = [
  'create', 'update', 'delete', 'passwordGiven', 'passwordGivenAsked', 'factorsReset', 'factorsResetAsked', 'exported', 'exportedWithNames', 'callAnswered', 'callWithdrawn', 'callFinished', 'callReopened', 'historyRedacted',
  'invited', 'invitationWithdrawn', 'factorAdded', 'factorRemoved', 'backupCodesRenewed',
] as const;
export const COLLECTION_NAMES = ['room', 'device', 'domain', 'staff', 'sleep', 'accident', 'note', 'uploadHistory', 'parameter', 'view', 'deviceType', 'updateHistory'] as const;
export const FIELD_NAMES = [
  'name', 'building', 'floor', 'tags', 'capacity', 'occupant', 'roomId', 'domainId', 'accessLevel', 'state', 'note', 'history', 'edits', 'email', 'phone', 'nameKana', 'notify', 'keyHash', 'serial', 'typeId', 'connection',
  'firmware', 'mfaRequired', 'signInMethods', 'limits', 'timeZone', 'nightStartsAt', 'contact', 'address', 'code', 'contractFrom', 'contractTo', 'brand', 'escalation', 'parameterOverrides', 'defaultViewId', 'viewId', 'samlProviderIds', 'parentDomainId', 'ancestorIds', 'rootDomainId', 'sharedWith', 'from', 'to', 'text', 'writtenBy',
] as const;
