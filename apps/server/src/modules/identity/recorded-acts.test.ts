import { ACCESS_LEVELS, type InvitationEntry } from '@yamori/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startRegistrationFixture,
  type RegistrationFixture,
} from '../../testing/registration-fixture.ts';
import { registerApp, type TestBrowser } from '../../testing/test-browser.ts';

let held: RegistrationFixture;
beforeAll(async () => {
  held = await startRegistrationFixture({ withoutMail: true });
});
afterAll(() => held.close());

const member = async (
  name: string,
  level: number,
): Promise<{ userId: string; browser: TestBrowser }> => {
  const email = `${name}@akane.example`;
  return {
    userId: await held.fixture.addMember(email, 'akane', level),
    browser: await held.browser(email),
  };
};
/** The actions that the update history records for a document, apart from field changes. */
const acts = (path: string, actorId: string) =>
  held.fixture.temporary.database.query<{ action: string; address: string; domainId: string }>({
    text: `select data->>'action' as action, data->>'address' as address, data->>'domainId' as "domainId" from documents
    where collection = 'updateHistory' and data->>'path' = $1 and data->>'actorId' = $2 and data->>'changes' = '[]' order by (data->>'at')`,
    values: [path, actorId],
  });
const entry = (action: string) => ({
  action,
  address: expect.stringMatching(/^127\./),
  domainId: 'akane',
});

describe('the update history of an organisation', () => {
  it('records changes of second factors, and no rejected change', async () => {
    const { userId, browser } = await member('factors', ACCESS_LEVELS.generalStaff);
    await browser.post('/api/account/totp');
    expect((await browser.post('/api/account/totp/confirm', { code: '000000' })).statusCode).toBe(
      401,
    );
    await registerApp(browser, held.clock.now());
    await browser.post('/api/account/backup-codes');
    expect((await browser.post('/api/account/factors/remove', { id: 'unknown' })).json()).toEqual({
      code: 'entry-not-found',
    });
    expect((await browser.post('/api/account/factors/remove', { id: 'totp' })).statusCode).toBe(
      204,
    );
    expect(await acts(`staff/${userId}`, userId)).toEqual(
      ['factorAdded', 'backupCodesRenewed', 'factorRemoved'].map(entry),
    );
  });

  it('records invitations made and withdrawn, without their labels', async () => {
    const { userId, browser } = await member('inviter', ACCESS_LEVELS.ownerAdministrator);
    const call = {
      kind: 'member',
      domainId: 'akane',
      accessLevel: ACCESS_LEVELS.generalStaff,
      label: '夜勤の新人さん',
      mailTo: null,
      days: 7,
      language: 'ja',
    };
    const { invitation } = (await browser.post('/api/invitations', call)).json<{
      invitation: InvitationEntry;
    }>();
    const withdraw = () => browser.post(`/api/invitations/${invitation.invitationId}/revoke`, {});
    expect([(await withdraw()).statusCode, (await withdraw()).json()]).toEqual([
      204,
      { code: 'invitation-revoked' },
    ]);
    expect(await acts('domain/akane', userId)).toEqual(
      ['invited', 'invitationWithdrawn'].map(entry),
    );
    expect(
      await held.fixture.temporary.database.query({
        text: `select 1 from documents where collection = 'updateHistory' and data::text like '%夜勤の新人%'`,
      }),
    ).toEqual([]);
  });
});
