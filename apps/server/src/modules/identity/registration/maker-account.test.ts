import { ACCESS_LEVELS, encodeValue, type AccessLevelName, type Write } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmptyFixture, type EmptyFixture } from '../../../testing/empty-fixture.ts';
import { NEW_PASSWORD } from '../../../testing/registration-fixture.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import type { App } from '../../../app.ts';
import { createMakerAccount } from './maker-account.ts';

let fixture: EmptyFixture;
let owner: TestBrowser;
const app = (): App => fixture.apps[0] ?? expect.fail('no server');
const make = (email: string) => createMakerAccount(app().identity.registration.context, email);
const VIEW: Write = {
  kind: 'create',
  path: 'view/own',
  data: {
    name: '夜勤',
    scope: 'domain',
    listColumns: ['room'],
    cardItems: [],
    viewerTracks: [],
    thresholdsShown: [],
  },
};
const commit = async (browser: TestBrowser, ...writes: Write[]): Promise<number> =>
  (await browser.post('/api/documents/commit', { writes })).statusCode;
const rename = (path: string, name: string): Write => ({
  kind: 'update',
  path,
  fields: [{ field: ['name'], value: encodeValue(name) }],
});

beforeAll(async () => {
  fixture = await startEmptyFixture();
  owner = fixture.browser();
  const applicant = {
    kind: 'newcomer',
    address: { kind: 'said', email: 'owner@home.example' },
    name: '開設 者',
    password: NEW_PASSWORD,
    language: 'ja',
  };
  expect(
    (
      await owner.post('/api/registration/domain', {
        code: await fixture.firstStartCode(),
        organisation: { name: '陽だまりの家' },
        applicant,
      })
    ).statusCode,
  ).toBe(200);
  await app().store.commit(
    [
      {
        kind: 'create',
        path: 'deviceType/t',
        data: {
          code: 't',
          name: 'T',
          maker: 'M',
          streams: [
            {
              streamId: 1,
              kind: 'button',
              channels: 1,
              unit: '',
              sampleRateHz: 0,
              scale: 1,
              offset: 0,
            },
          ],
          firmwareVersions: [],
        },
      },
      VIEW,
    ],
    { userId: null },
  );
});
afterAll(() => fixture.close());

describe('an installation without maker staff', () => {
  it('rejects changes of types and views at every level of an organisation', async () => {
    const userId = (await owner.session()).user?.uid ?? '';
    const {
      data: { domainId },
    } = (await app().store.read([`staff/${userId}`]))[0] ?? expect.fail('no member');
    // Keep another owner, so that this one may be demoted.
    await app().store.commit(
      [
        {
          kind: 'create',
          path: 'staff/top',
          data: {
            userId: 'top',
            domainId,
            rootDomainId: domainId,
            name: 'Top',
            accessLevel: ACCESS_LEVELS.ownerAdministrator,
            email: null,
            state: 'active',
          },
        },
      ],
      { userId: null },
    );
    const levels: readonly AccessLevelName[] = [
      'generalStaff',
      'administrator',
      'privilegeAdministrator',
      'ownerAdministrator',
    ];
    for (const level of levels) {
      await app().store.commit(
        [
          {
            kind: 'update',
            path: `staff/${userId}`,
            fields: [{ field: ['accessLevel'], value: ACCESS_LEVELS[level] }],
          },
        ],
        { userId: null },
      );
      // A changed level ends the sessions.
      expect((await owner.signIn('owner@home.example', NEW_PASSWORD)).statusCode).toBe(200);
      expect(
        [
          await commit(owner, rename('view/own', 'X')),
          await commit(owner, rename('deviceType/t', 'X')),
          await commit(owner, { kind: 'delete', path: 'view/own' }),
        ],
        level,
      ).toEqual([403, 403, 403]);
    }
  });

  it('rejects an invalid address and an existing one', async () => {
    await expect(make('nobody')).rejects.toMatchObject({ problem: { code: 'option-invalid' } });
    await expect(make('Owner@home.example')).rejects.toMatchObject({
      problem: { code: 'account-exists' },
    });
    expect(
      (
        await app().store.list({
          collection: 'domain',
          group: false,
          filters: [{ field: ['kind'], op: '==', value: 'developer' }],
          orderBy: [],
          offset: 0,
        })
      ).length,
    ).toBe(0);
  });

  it('creates one maker account by a single-use link, even for concurrent calls', async () => {
    const made = await Promise.allSettled([
      make('keeper@home.example'),
      make('other@home.example'),
    ]);
    const secret = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.secret] : []));
    expect([secret.length, made.find((one) => one.status === 'rejected')?.reason]).toMatchObject([
      1,
      { problem: { code: 'maker-exists' } },
    ]);
    await expect(make('third@home.example')).rejects.toMatchObject({
      problem: { code: 'maker-exists' },
    });

    const keeper = fixture.browser();
    const complete = (browser: TestBrowser) =>
      browser.post('/api/registration/password-reset/complete', {
        token: secret[0],
        password: NEW_PASSWORD,
      });
    expect((await complete(keeper)).statusCode).toBe(200);
    expect((await complete(fixture.browser())).statusCode).toBe(410);
    expect((await keeper.session()).user?.accessLevel).toBe(ACCESS_LEVELS.seniorDeveloper);
    expect([
      await commit(keeper, rename('view/own', '夜の見回り')),
      await commit(keeper, rename('deviceType/t', 'T2')),
      await commit(owner, rename('view/own', 'X')),
    ]).toEqual([200, 200, 403]);
    expect((await app().store.read(['view/own']))[0]?.data['name']).toBe('夜の見回り');
  });

  it('allows another maker account only after the first is suspended', async () => {
    const [keeper] = await app().store.list({
      collection: 'staff',
      group: false,
      filters: [{ field: ['accessLevel'], op: '==', value: ACCESS_LEVELS.seniorDeveloper }],
      orderBy: [],
      offset: 0,
    });
    await app().store.commit(
      [
        {
          kind: 'update',
          path: `staff/${keeper?.id ?? ''}`,
          fields: [{ field: ['state'], value: 'suspended' }],
        },
      ],
      { userId: null },
    );
    expect((await make('next@home.example')).secret).not.toBe('');
    expect(
      (
        await app().store.list({
          collection: 'domain',
          group: false,
          filters: [{ field: ['kind'], op: '==', value: 'developer' }],
          orderBy: [],
          offset: 0,
        })
      ).length,
    ).toBe(1);
  });
});
