import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import { mayAnswerCall, mayWithdrawAnswer } from './call-rules.ts';

// Object.entries loses the key type; the keys are exactly AccessLevelName.
const levels = Object.entries(ACCESS_LEVELS) as [AccessLevelName, (typeof ACCESS_LEVELS)[AccessLevelName]][];
const answering: readonly AccessLevelName[] = [
  'individualUser', 'generalStaff', 'administrator', 'privilegeAdministrator', 'ownerAdministrator', 'developer', 'seniorDeveloper',
];

describe('answering a call', () => {
  it.each(levels)('%s', (name, accessLevel) => {
    const actor = { userId: 'u', accessLevel, domainId: 'd', rootDomainId: 'r', reach: { kind: 'domains', domainIds: new Set(['d']) }, singleTimeToken: null } as const;
    expect(mayAnswerCall(actor)).toBe(answering.includes(name));
  });

  it('is not for a visitor with a one-time link', () => {
    const actor = { userId: 'u', accessLevel: 3, domainId: 'd', rootDomainId: 'r', reach: { kind: 'domains', domainIds: new Set(['d']) }, singleTimeToken: 'report-1' } as const;
    expect(mayAnswerCall(actor)).toBe(false);
  });
});

describe('taking back that somebody goes', () => {
  const managing: readonly AccessLevelName[] = ['administrator', 'privilegeAdministrator', 'ownerAdministrator'];
  it.each(levels)('%s', (name, accessLevel) => {
    const actor = { userId: 'u', accessLevel, domainId: 'd', rootDomainId: 'r', reach: { kind: 'domains', domainIds: new Set(['d']) }, singleTimeToken: null } as const;
    expect(mayWithdrawAnswer(actor, { by: { userId: 'u', name: '' } })).toBe(answering.includes(name));
    expect(mayWithdrawAnswer(actor, { by: { userId: 'another', name: '' } })).toBe(managing.includes(name));
  });
});
