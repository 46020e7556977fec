import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_LEVELS, isLevelAllowed, type AccessLevelName, type Write } from '@yamori/domain';
import { LEVELS } from '../../../testing/organisation-tree.ts';
import {
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../../testing/registration-fixture.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';

let held: RegistrationFixture;
let admin: TestBrowser;
let seller = '';
beforeAll(async () => {
  held = await startRegistrationFixture({ withoutMail: true });
  await held.fixture.commit([
    {
      kind: 'set',
      path: 'domain/agency',
      data: {
        code: 'agency',
        name: '代理店',
        kind: 'agency',
        parentDomainId: null,
        rootDomainId: 'agency',
        ancestorIds: [],
      },
    },
    {
      kind: 'set',
      path: 'domain/customer',
      data: {
        code: 'customer',
        name: '顧客',
        kind: 'facility',
        parentDomainId: 'agency',
        rootDomainId: 'agency',
        ancestorIds: ['agency'],
      },
    },
    {
      kind: 'set',
      path: 'room/customer-1',
      data: { domainId: 'customer', rootDomainId: 'agency', name: '101', deviceSerials: [] },
    },
  ]);
  await held.fixture.addMember('admin@agency.example', 'agency', ACCESS_LEVELS.agencyAdmin);
  seller = await held.fixture.addMember('seller@agency.example', 'agency', ACCESS_LEVELS.agency);
  admin = await held.browser('admin@agency.example');
});
afterAll(() => held.close());

const commit = (by: TestBrowser, ...writes: Write[]) =>
  by.post('/api/documents/commit', { writes });
const raise = (userId: string, level: number): Write => ({
  kind: 'update',
  path: `staff/${userId}`,
  fields: [{ field: ['accessLevel'], value: level }],
});
const newcomer = (userId: string, domainId: string, level: number): Write => ({
  kind: 'create',
  path: `staff/${userId}`,
  data: {
    userId,
    domainId,
    rootDomainId: 'agency',
    name: '新人',
    accessLevel: level,
    email: null,
    state: 'invited',
  },
});
const refusedIn = (organisation: string) => ({
  code: 'member-level-refused',
  details: { organisation },
});

describe("an agency's administrator", () => {
  it.each(LEVELS)(
    'assigns level %s only if it is an agency level below their own, and never at a customer',
    async (name) => {
      const level = ACCESS_LEVELS[name];
      const allowed = name === 'agency' ? 200 : 403;
      expect((await commit(admin, raise(seller, level))).statusCode).toBe(allowed);
      expect((await commit(admin, newcomer(`new-${name}`, 'agency', level))).statusCode).toBe(
        allowed,
      );
      expect((await commit(admin, newcomer(`theirs-${name}`, 'customer', level))).statusCode).toBe(
        403,
      );
      const invited = await admin.post('/api/invitations', {
        kind: 'member',
        domainId: 'agency',
        accessLevel: level,
        label: 'x',
        mailTo: null,
        days: 7,
        language: 'ja',
      });
      expect([200, 201].includes(invited.statusCode)).toBe(name === 'agency');
    },
  );
});

describe("a level outside of the organisation's kind", () => {
  const store = () => held.fixture.app.store;
  const kinds = { agency: '代理店', customer: '顧客' } as const;

  it.each(LEVELS)(
    '%s is rejected if the kind does not have it, even when the server writes it',
    async (name) => {
      const level = ACCESS_LEVELS[name];
      for (const [domainId, kind] of [
        ['agency', 'agency'],
        ['customer', 'facility'],
      ] as const) {
        const writing = store().commit([newcomer(`server-${domainId}-${name}`, domainId, level)], {
          userId: null,
        });
        if (isLevelAllowed(level, kind)) await expect(writing).resolves.toHaveLength(1);
        else await expect(writing).rejects.toMatchObject({ problem: refusedIn(kinds[domainId]) });
      }
    },
  );

  it('cannot be assigned by a developer, who may assign all levels up to 51', async () => {
    await held.fixture.addMember('developer@maker.example', 'akane', ACCESS_LEVELS.developer);
    const developer = await held.browser('developer@maker.example');
    const carer = await held.fixture.addMember(
      'carer@customer.example',
      'customer',
      ACCESS_LEVELS.generalStaff,
      'agency',
    );
    expect((await commit(developer, raise(carer, ACCESS_LEVELS.agencyAdmin))).json()).toEqual(
      refusedIn('顧客'),
    );
    expect(
      (await commit(developer, raise(seller, ACCESS_LEVELS.ownerAdministrator))).json(),
    ).toEqual(refusedIn('代理店'));
    expect(
      (
        await commit(developer, {
          kind: 'update',
          path: `staff/${carer}`,
          fields: [{ field: ['domainId'], value: 'agency' }],
        })
      ).json(),
    ).toEqual(refusedIn('代理店'));
    expect(
      (await commit(developer, raise(carer, ACCESS_LEVELS.ownerAdministrator))).statusCode,
    ).toBe(200);
    const becomes: Write = {
      kind: 'update',
      path: 'domain/customer',
      fields: [{ field: ['kind'], value: 'agency' }],
    };
    expect((await commit(developer, becomes)).json()).toEqual(refusedIn('顧客'));
  });

  it.each<AccessLevelName>([
    'generalStaff',
    'administrator',
    'privilegeAdministrator',
    'ownerAdministrator',
  ])('%s in an agency, if stored before, gives no access to customers', async (name) => {
    const email = `${name}@agency.example`;
    await held.fixture.addMember(email, 'agency', ACCESS_LEVELS[name]);
    const browser = await held.browser(email);
    const { documents } = (
      await browser.post('/api/documents/read', {
        paths: ['domain/agency', 'domain/customer', 'room/customer-1'],
      })
    ).json<{ documents: unknown[] }>();
    expect(documents.map((document) => document !== null)).toEqual([true, false, false]);
    const { documents: seen } = (
      await admin.post('/api/documents/read', { paths: ['room/customer-1'] })
    ).json<{ documents: unknown[] }>();
    expect(seen[0]).not.toBeNull();
  });
});
