import { ACCESS_LEVELS, invitationApi, type Actor } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import {
  toCall,
  levelChoices,
  limitFault,
  mayBeAtTop,
  memberDomains,
  organisationKinds,
  parentDomains,
  type InvitationValues,
} from './invitation-choices.ts';

const DOMAINS = [
  { domainId: 'agency', name: '代理店', kind: 'agency' },
  { domainId: 'akane', name: 'あかね', kind: 'facility' },
  { domainId: 'one', name: '個人', kind: 'individual' },
  { domainId: 'odd', name: 'x', kind: 'later' },
];
const actor = (
  accessLevel: Actor['accessLevel'],
  domainId: string | null,
  reach: readonly string[] | 'everything',
): Actor => ({
  userId: 'me',
  accessLevel,
  domainId,
  rootDomainId: null,
  singleTimeToken: null,
  hasOwnHome: false,
  reach:
    reach === 'everything'
      ? { kind: 'everything' }
      : { kind: 'domains', domainIds: new Set(reach) },
});
const owner = actor(ACCESS_LEVELS.ownerAdministrator, 'akane', ['akane']);
const reseller = actor(ACCESS_LEVELS.agencyAdmin, 'agency', ['agency', 'akane']);
const maker = actor(ACCESS_LEVELS.seniorDeveloper, null, 'everything');
const ids = (domains: readonly { readonly domainId: string }[]) =>
  domains.map(({ domainId }) => domainId);
const VALUES: InvitationValues = {
  kind: 'member',
  domainId: 'akane',
  level: '2',
  parentDomainId: '',
  organisationKind: 'facility',
  rooms: '',
  devices: '',
  members: '',
  label: ' 夜勤 ',
  days: '7',
  mailTo: ' a@b.jp ',
};

describe('the choices of an invitation', () => {
  it('the choices follow the access rules of each organisation', () => {
    expect([
      ids(memberDomains(owner, DOMAINS)),
      ids(memberDomains(reseller, DOMAINS)),
      ids(memberDomains(maker, DOMAINS)),
    ]).toEqual([['akane'], ['agency'], ['agency', 'akane']]);
    expect(
      levelChoices(owner, DOMAINS[1], 'ja').map(({ value, label }) => `${value} ${label}`),
    ).toEqual(['2 一般ユーザー', '3 管理ユーザー', '4 特権管理者', '5 オーナー管理者']);
    expect(levelChoices(owner, undefined, 'ja')).toEqual([]);
  });

  it('resellers invite organisations below their own, and platform administrators anywhere', () => {
    expect([
      organisationKinds(owner, DOMAINS),
      organisationKinds(reseller, DOMAINS),
      organisationKinds(maker, DOMAINS),
    ]).toEqual([[], ['facility'], ['facility', 'agency']]);
    expect([
      ids(parentDomains(reseller, 'facility', DOMAINS)),
      ids(parentDomains(maker, 'agency', DOMAINS)),
    ]).toEqual([
      ['agency', 'akane'],
      ['agency', 'akane', 'odd'],
    ]);
    expect([mayBeAtTop(reseller, 'facility'), mayBeAtTop(maker, 'facility')]).toEqual([
      false,
      true,
    ]);
  });

  it('an invitation sets all three limits or none', () => {
    const none = { rooms: '', devices: '', members: '' };
    expect([
      limitFault('', none),
      limitFault('10', none),
      limitFault('', { ...none, rooms: '10' }),
      limitFault('-1', none),
      limitFault('1.5', none),
      limitFault('x', none),
    ]).toEqual([null, null, 'allThree', 'wholeNumber', 'wholeNumber', 'wholeNumber']);
  });

  it('toCall builds a valid request for each kind of invitation', () => {
    expect(toCall(VALUES, 'ja')).toEqual({
      kind: 'member',
      domainId: 'akane',
      accessLevel: 2,
      label: '夜勤',
      mailTo: 'a@b.jp',
      days: 7,
      language: 'ja',
    });
    const organisation = toCall(
      {
        ...VALUES,
        kind: 'organisation',
        parentDomainId: 'agency',
        rooms: '20',
        devices: '40',
        members: '30',
        mailTo: '',
      },
      'en',
    );
    expect(organisation).toEqual({
      kind: 'organisation',
      parentDomainId: 'agency',
      organisationKind: 'facility',
      limits: { rooms: 20, devices: 40, members: 30 },
      label: '夜勤',
      mailTo: null,
      days: 7,
      language: 'en',
    });
    for (const call of [
      toCall(VALUES, 'ja'),
      organisation,
      toCall({ ...VALUES, kind: 'organisation' }, 'ja'),
    ])
      expect(invitationApi.create.body.parse(call)).toEqual(call);
  });
});
