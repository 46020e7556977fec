import { describe, expect, it } from 'vitest';
import { invitationApi } from './invitations.ts';
import { oneTimeLinkApi } from './one-time-links.ts';
import { registrationApi } from './registration.ts';

const { applicant } = registrationApi.registerDomain.body.shape;
const newcomer = registrationApi.signUp.body.shape.applicant;

const person = {
  kind: 'newcomer',
  address: { kind: 'said', email: 'hanako@example.jp' },
  name: '夜勤 花子',
  password: 'x',
  language: 'ja',
} as const;
const member = {
  kind: 'member',
  domainId: 'ward',
  accessLevel: 2,
  label: '',
  mailTo: null,
  days: 7,
  language: 'ja',
} as const;

describe('registrationApi', () => {
  it('accepts a newcomer with either a proven or a stated address, not both', () => {
    expect(newcomer.parse(person)).toEqual(person);
    expect(
      applicant.safeParse({ ...person, address: { kind: 'proven', token: 't' } }).success,
    ).toBe(true);
    expect(
      applicant.safeParse({ ...person, address: { kind: 'proven', token: 't', email: 'a@b.jp' } })
        .success,
    ).toBe(false);
    expect(applicant.safeParse({ kind: 'signedIn', email: 'a@b.jp' }).success).toBe(false);
  });

  it.each(['', '   ', 'a\nb', 'a\rBcc: x@y.jp', 'a\u2028b', 'a\u0000b', 'x'.repeat(121)])(
    'rejects %j as a name',
    (name) => {
      expect(newcomer.safeParse({ ...person, name }).success).toBe(false);
    },
  );

  it('trims names', () => {
    expect(newcomer.parse({ ...person, name: '  花子 ' }).name).toBe('花子');
  });

  it.each([
    '',
    'hanako',
    'a@b',
    'a@b.jp\r\nBcc: c@d.jp',
    'a@b.jp, c@d.jp',
    `${'a'.repeat(250)}@b.jp`,
  ])('rejects %j as an address', (email) => {
    expect(
      registrationApi.proveAddress.body.safeParse({
        email,
        language: 'ja',
        purpose: { kind: 'signUp' },
      }).success,
    ).toBe(false);
  });

  it('limits the life of an invitation to 1-30 days', () => {
    expect(
      [0, 1, 30, 31, 1.5].map(
        (days) => invitationApi.create.body.safeParse({ ...member, days }).success,
      ),
    ).toEqual([false, true, true, false, false]);
    expect(invitationApi.create.body.safeParse({ ...member, kind: 'organisation' }).success).toBe(
      false,
    );
  });

  it('limits one-time links to two weeks and to known subjects', () => {
    const call = {
      subject: { kind: 'report', domainId: 'ward', report: 'r' },
      label: '家族',
      hours: 24,
    };
    expect(
      [0, 1, 336, 337].map(
        (hours) => oneTimeLinkApi.create.body.safeParse({ ...call, hours }).success,
      ),
    ).toEqual([false, true, true, false]);
    expect(
      oneTimeLinkApi.create.body.safeParse({
        ...call,
        subject: { kind: 'room', domainId: 'ward', report: 'r' },
      }).success,
    ).toBe(false);
  });

  it('rejects a level or an organisation chosen by the person who registers', () => {
    const call = {
      code: null,
      organisation: { name: '陽だまりの家' },
      applicant: { kind: 'signedIn' },
    };
    expect(registrationApi.registerDomain.body.safeParse(call).success).toBe(true);
    expect(
      registrationApi.registerDomain.body.safeParse({
        ...call,
        organisation: { name: 'x', kind: 'developer' },
      }).success,
    ).toBe(false);
    expect(
      registrationApi.registerDomain.body.safeParse({ ...call, accessLevel: 200 }).success,
    ).toBe(false);
  });
});
