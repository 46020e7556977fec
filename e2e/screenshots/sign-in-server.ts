import type { Browser, Page } from '@playwright/test';
import { startMailServer } from '../../apps/server/src/testing/mail-server.ts';
import { computeCode } from '../authenticator.ts';
import { startFederationWard } from '../federation-ward.ts';
import { DEMONSTRATION_PASSWORD, signIn } from '../sign-in.ts';
import type { Sessions } from './capture.ts';

const OWNER = 'owner@demo.example';
/** The account with an authenticator app. */
export const HAS_APP = 'administrator@demo.example';
/** The account whose session was ended from another browser. */
export const ENDED = 'staff@demo.example';
const DOMAIN = 'demo-akane';

/**
 * A demo without devices that offers every sign-in method and every kind of registration, with one
 * link of each kind.
 */
export type SignInServer = {
  readonly address: string;
  readonly sessions: Sessions;
  readonly links: {
    readonly invitation: string;
    readonly expiredInvitation: string;
    readonly report: string;
    readonly usedReport: string;
  };
  readonly forgetProofs: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function openSignInServer(browser: Browser): Promise<SignInServer> {
  const mail = await startMailServer();
  const ward = await startFederationWard((address) => ({
    YAMORI_SIGN_UP: 'on',
    YAMORI_ANONYMOUS: 'on',
    YAMORI_REGISTER_DOMAIN: 'open',
    YAMORI_URL: address,
    YAMORI_SMTP_URL: mail.url,
    YAMORI_MAIL_FROM: 'Yamori <no-reply@ward.example>',
    YAMORI_LIMIT_MAILS_VISITOR: '1000',
    YAMORI_LIMIT_SIGN_IN_ACCOUNT: '1000',
    YAMORI_LIMIT_SIGN_IN_ADDRESS: '1000',
    YAMORI_LIMIT_GUESSES: '1000',
  }));
  const sessions: Sessions = new Map();
  const asMember = async <Result>(
    email: string,
    work: (call: Call) => Promise<Result>,
  ): Promise<Result> => {
    const context = await browser.newContext({ locale: 'ja-JP' });
    const page = await context.newPage();
    await signIn(page, ward.address, email, DEMONSTRATION_PASSWORD);
    const result = await work(caller(page, ward.address));
    sessions.set(email, await context.storageState());
    await context.close();
    return result;
  };
  await asMember(HAS_APP, async (call) => {
    const { key } = await call<{ key: string }>('/api/account/totp', {});
    await call('/api/account/totp/confirm', { code: computeCode(key) });
  });
  // Keeps the cookies of a session that the next call ends.
  await asMember(ENDED, async () => undefined);
  const ended = sessions.get(ENDED);
  await asMember(ENDED, (call) => call('/api/session/end-others', {}));
  if (ended !== undefined) sessions.set(ENDED, ended);
  const links = await asMember(OWNER, async (call) => {
    await enableAllProviders(call, ward.saml);
    return createLinks(call, () =>
      ward.database.query({
        text: "update invitation set expires_at = now() - interval '1 day' where label = '先月の方'",
      }),
    );
  });
  const used = await (await browser.newContext()).newPage();
  await caller(used, ward.address)('/api/session/one-time', {
    token: links.usedReport.split('#')[1],
    language: 'ja',
  });
  return {
    address: ward.address,
    sessions,
    links,
    forgetProofs: ward.forgetProofs,
    stop: async () => {
      await ward.stop();
      await mail.close();
    },
  };
}

type Call = <Reply = unknown>(path: string, data: object) => Promise<Reply>;

const caller =
  (page: Page, address: string): Call =>
  async (path, data) => {
    const reply = await page.request.post(`${address}${path}`, {
      data,
      headers: { origin: address },
    });
    if (!reply.ok()) throw new Error(`${path} returned ${reply.status()}: ${await reply.text()}`);
    return reply.status() === 204 ? undefined : reply.json();
  };

async function enableAllProviders(
  call: Call,
  {
    entityId,
    signInUrl,
    certificate,
  }: { readonly entityId: string; readonly signInUrl: string; readonly certificate: string },
): Promise<void> {
  await call('/api/documents/commit', {
    writes: [
      {
        kind: 'update',
        path: `domain/${DOMAIN}`,
        fields: [{ field: ['signInMethods'], value: ['email', 'line', 'google'] }],
      },
    ],
  });
  await call(`/api/domains/${DOMAIN}/saml-providers`, {
    id: 'demo',
    name: '茜の家',
    entityId,
    signInUrl,
    certificates: [certificate],
    allowIdpInitiated: false,
    emailAttribute: null,
    nameAttribute: null,
    joinLevel: null,
  });
}

async function createLinks(
  call: Call,
  expire: () => Promise<unknown>,
): Promise<SignInServer['links']> {
  const invite = async (
    label: string,
    accessLevel: number,
  ): Promise<{ readonly id: string; readonly address: string }> => {
    const { code, invitation } = await call<{ code: string; invitation: { invitationId: string } }>(
      '/api/invitations',
      {
        kind: 'member',
        domainId: DOMAIN,
        accessLevel,
        label,
        mailTo: null,
        days: 7,
        language: 'ja',
      },
    );
    return { id: invitation.invitationId, address: `/registerUser/${DOMAIN}#${code}` };
  };
  const { id: report } = await call<{ id: string }>('/api/reports/saved', {
    name: '週報',
    isShared: true,
    filter: { domainId: DOMAIN, period: { kind: 'newest', nights: 7 } },
  });
  const open = async (label: string): Promise<string> => {
    const { token } = await call<{ token: string }>('/api/one-time-links', {
      subject: { kind: 'report', domainId: DOMAIN, report },
      label,
      hours: 48,
    });
    return `/register-report-access-user#${token}`;
  };
  const late = await invite('先月の方', 2);
  await expire();
  const withdrawn = await invite('取り消した方', 2);
  await call(`/api/invitations/${withdrawn.id}/revoke`, {});
  await invite('日勤の主任', 3);
  const invitation = await invite('夜勤の新人さん', 2);
  return {
    invitation: invitation.address,
    expiredInvitation: late.address,
    report: await open('201号室 ご家族'),
    usedReport: await open('305号室 ご家族'),
  };
}
