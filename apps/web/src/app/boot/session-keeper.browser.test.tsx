import { ProblemError, type SessionReply } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptLog } from '../../live/testing/kept-log.ts';
import { OFFLINE_STORES } from '../../live/offline/offline-database.ts';
import { readKeptMember } from '../../live/offline/kept-member.ts';
import { keepSecret, keptSecret } from '../../shared/registration/kept-secret.ts';
import { createOutboxStore } from '../../live/offline/outbox-store.ts';
import {
  aMember,
  createOfflineFixture,
  storedIn,
} from '../../live/offline/testing/offline-fixture.ts';
import type { SessionClient } from '../../api/session-client.ts';
import { pendingSignOut } from './pending-sign-out.ts';
import { clearBrowserStorage } from './browser-storage.ts';
import { keepSession } from './session-keeper.ts';
import { openSession } from './session-store.ts';

let fixture: Awaited<ReturnType<typeof createOfflineFixture>>;
const cleanups: (() => void)[] = [];
beforeEach(async () => {
  fixture = await createOfflineFixture();
});
afterEach(async () => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  globalThis.localStorage.removeItem('yamori.sign-out-owed');
  await fixture.end();
});

const nobody: SessionReply = { ...aMember(''), user: null };

/** The server's side of the session, which can be cut off. */
function aServer(reply: SessionReply) {
  const state = { reply, up: true, signOuts: 0, passkeys: 0 };
  const ask = async <Answer,>(answer: () => Answer): Promise<Answer> => {
    if (!state.up) throw new ProblemError({ code: 'network-unreachable' });
    return answer();
  };
  const client = {
    read: () => ask(() => state.reply),
    refresh: () => ask(() => state.reply),
    signIn: () => ask(() => (state.reply = aMember('next'))),
    enter: () => ask(() => (state.reply = aMember('next'))),
    passkeyRequest: () =>
      ask(() => {
        state.passkeys += 1;
        throw new ProblemError({ code: 'passkey-missing' });
      }),
    signOut: () =>
      ask(() => {
        state.signOuts += 1;
        state.reply = nobody;
      }),
  };
  return { state, client: client as unknown as SessionClient };
}

/** A tab that has just started. */
async function aTab(server: ReturnType<typeof aServer>) {
  const kept = await readKeptMember(fixture.database, fixture.clock.now());
  const first = { answered: true };
  const owed = pendingSignOut(globalThis.localStorage, server.client.signOut);
  await owed.pay();
  const opened = await openSession(server.client, () => {
    first.answered = false;
    return owed.isOwed() ? null : (kept?.session ?? null);
  });
  const tabs = new BroadcastChannel('yamori-session-test');
  cleanups.push(() => tabs.close());
  const told = { unsent: [] as number[], cleared: [] as string[] };
  const keeper = keepSession({
    session: opened,
    database: fixture.database,
    owed,
    answered: first.answered,
    kept: first.answered ? null : kept,
    tabs,
    now: () => fixture.clock.now(),
    clearRest: async (nobodyWasHere) => {
      told.cleared.push(nobodyWasHere ? 'nobody was here' : 'somebody left');
    },
    onUnsent: (commands) => told.unsent.push(commands),
    log: keptLog(),
  });
  return {
    ...keeper,
    told,
    owed,
    who: () => {
      const state = keeper.session.current();
      return state.kind === 'signedIn' ? state.user.uid : null;
    },
  };
}

const everything = async (): Promise<number> =>
  (await Promise.all(OFFLINE_STORES.map((name) => storedIn(fixture.database, name)))).flat().length;
const queue = (): Promise<boolean> =>
  createOutboxStore(fixture.database, 'carer').add({
    id: crypto.randomUUID(),
    path: '/api/x',
    body: '',
    about: { what: 'note', name: 'n', target: 't' },
    askedAtMs: 0,
  });

describe('keepSession', () => {
  it("clears a newcomer's data after a sign-out only, not when the page begins without a session", async () => {
    const empty = await aTab(aServer(nobody));
    await expect.poll(() => empty.told.cleared).toEqual(['nobody was here']);
    const somebody = await aTab(aServer(aMember('carer')));
    await somebody.session.signOut();
    await expect.poll(() => somebody.told.cleared).toEqual(['somebody left']);
  });

  it('leaves the code of an invitation for the sign-in that follows, and deletes it after a sign-out', async () => {
    const view = {
      localStorage: globalThis.localStorage,
      sessionStorage: globalThis.sessionStorage,
    };
    keepSecret('/registerUser/home', 'A1B2');
    sessionStorage.setItem('of-a-member', 'x');
    await clearBrowserStorage(view, true);
    expect([keptSecret('/registerUser/home'), sessionStorage.getItem('of-a-member')]).toEqual([
      'A1B2',
      null,
    ]);
    await clearBrowserStorage(view, false);
    expect(keptSecret('/registerUser/home')).toBe('');
  });

  it('caches the member once the server confirmed them, and shows them when the server does not answer', async () => {
    const server = aServer(aMember('carer'));
    const online = await aTab(server);
    expect([online.who(), online.cachedSince()]).toEqual(['carer', null]);
    server.state.up = false;
    const offline = await aTab(server);
    expect([offline.who(), offline.cachedSince()]).toEqual([
      'carer',
      new Date(fixture.clock.now()),
    ]);
    // The first answer counts more than the copy.
    server.state.up = true;
    await offline.session.refresh();
    await expect.poll(offline.cachedSince).toBeNull();
    expect(offline.who()).toBe('carer');
  });

  it('keeps the member and their waiting commands while the server does not answer', async () => {
    const server = aServer(aMember('carer'));
    server.state.up = false;
    await queue();
    const tab = await aTab(server);
    expect([tab.who(), await everything()]).toEqual(['carer', 2]);
  });

  it.each<[string, Partial<NonNullable<SessionReply['user']>>]>([
    ['came by a one-time link', { singleTimeToken: 'report' }],
    ['has no name', { isAnonymous: true }],
    ['owes the second factor', { accessLevel: 0 }],
  ])('caches no member who %s', async (_name, change) => {
    const reply = aMember('guest');
    const server = aServer({ ...reply, user: reply.user && { ...reply.user, ...change } });
    const tab = await aTab(server);
    expect(tab.who()).toBe('guest');
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect((await readKeptMember(fixture.database, fixture.clock.now()))?.session.user?.uid).toBe(
      'carer',
    );
  });

  it('leaves nothing behind at sign-out, in every tab', async () => {
    const server = aServer(aMember('carer'));
    const [one, other] = [await aTab(server), await aTab(server)];
    await queue();
    expect(await everything()).toBe(2);
    expect(await one.session.signOut()).toEqual({ kind: 'done' });
    await expect.poll(everything).toBe(0);
    await expect.poll(() => [one.who(), other.who()]).toEqual([null, null]);
    await expect
      .poll(() => [one.told.cleared.length > 0, other.told.cleared.length > 0])
      .toEqual([true, true]);
    // A user who signs out was asked before, and gets no notice afterwards.
    expect([...one.told.unsent, ...other.told.unsent]).toEqual([]);
  });

  it('clears everything when the server has ended the session, and reports the lost commands', async () => {
    const server = aServer(aMember('carer'));
    const tab = await aTab(server);
    await queue();
    await queue();
    server.state.reply = nobody;
    await tab.session.refresh();
    await expect.poll(everything).toBe(0);
    await expect.poll(() => tab.told.unsent).toEqual([2]);
    await queue();
    const next = await aTab(server);
    expect(next.who()).toBeNull();
    await expect.poll(everything).toBe(0);
  });

  it('signs out without a network too: here immediately, at the server once it can be reached', async () => {
    const server = aServer(aMember('carer'));
    const [one, other] = [await aTab(server), await aTab(server)];
    server.state.up = false;
    expect(await one.session.signOut()).toEqual({ kind: 'done' });
    expect(one.who()).toBeNull();
    await expect.poll(other.who).toBeNull();
    await expect.poll(everything).toBe(0);
    expect((await aTab(server)).who()).toBeNull();
    server.state.up = true;
    const later = await aTab(server);
    expect([later.who(), server.state.signOuts, later.owed.isOwed()]).toEqual([null, 1, false]);
  });

  it('stays signed out while the sign-out is pending, although the server still has the session', async () => {
    const server = aServer(aMember('carer'));
    const tab = await aTab(server);
    server.state.up = false;
    await tab.session.signOut();
    server.state.up = true;
    await tab.session.refresh();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(tab.who()).toBeNull();
  });

  const OFFERED_METHODS: [
    string,
    (session: Awaited<ReturnType<typeof aTab>>['session']) => Promise<unknown>,
  ][] = [
    ['by password', (session) => session.signIn('a', 'b')],
    ['by another proof', (session) => session.enter('/x', {})],
  ];
  it.each(OFFERED_METHODS)(
    'sends a pending sign-out before a sign-in %s, so that the new session stays',
    async (_name, signIn) => {
      const server = aServer(aMember('carer'));
      const tab = await aTab(server);
      server.state.up = false;
      await tab.session.signOut();
      expect(await signIn(tab.session)).toEqual({
        kind: 'refused',
        problem: { code: 'network-unreachable' },
      });
      server.state.up = true;
      expect(await signIn(tab.session)).toEqual({ kind: 'done' });
      expect([tab.who(), server.state.signOuts, tab.owed.isOwed()]).toEqual(['next', 1, false]);
      await tab.owed.pay();
      await tab.session.refresh();
      expect([tab.who(), server.state.signOuts]).toEqual(['next', 1]);
    },
  );

  it('asks for no passkey before a pending sign-out is sent', async () => {
    const server = aServer(aMember('carer'));
    const tab = await aTab(server);
    server.state.up = false;
    await tab.session.signOut();
    const exchange = { request: '/a', answer: '/b', body: (assertion: object) => assertion };
    expect(await tab.session.enterByPasskey(exchange)).toEqual({
      kind: 'refused',
      problem: { code: 'network-unreachable' },
    });
    server.state.up = true;
    expect(await tab.session.enterByPasskey(exchange)).toEqual({
      kind: 'refused',
      problem: { code: 'passkey-missing' },
    });
    expect([server.state.signOuts, server.state.passkeys, tab.owed.isOwed()]).toEqual([
      1,
      1,
      false,
    ]);
  });

  it('tells the server once when two ask for it at the same time', async () => {
    const server = aServer(aMember('carer'));
    const tab = await aTab(server);
    tab.owed.owe();
    expect(await Promise.all([tab.owed.pay(), tab.owed.pay()])).toEqual([null, null]);
    expect(server.state.signOuts).toBe(1);
  });

  it('also signs in the other tabs', async () => {
    const server = aServer(nobody);
    const [one, other] = [await aTab(server), await aTab(server)];
    expect([one.who(), other.who()]).toEqual([null, null]);
    await one.session.signIn('a', 'b');
    await expect.poll(other.who).toBe('next');
  });
});
