import { type Problem, ProblemError } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { createCommandSender } from './command-sender.ts';
import { forgetMember } from './kept-member.ts';
import { type CommandRequest, openOutboxChannel, Outbox } from './outbox.ts';
import { MAX_QUEUED_COMMANDS, createOutboxStore } from './outbox-store.ts';
import { createOfflineFixture, storedIn } from './testing/offline-fixture.ts';

let fixture: Awaited<ReturnType<typeof createOfflineFixture>>;
const tabs: Outbox[] = [];
beforeEach(async () => {
  fixture = await createOfflineFixture();
});
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.close();
  await fixture.end();
});

type Heard = { readonly path: string; readonly body: string; readonly key: string };

/**
 * A server as the client sees it: runs each key once, and can be cut off before or after a request
 * arrives.
 */
function aServer() {
  const state = {
    up: true,
    cutAfter: false,
    fails: false,
    refuses: new Map<string, Problem>(),
    done: [] as Heard[],
    heard: [] as Heard[],
    answers: new Map<string, unknown>(),
  };
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (!state.up) throw new TypeError('Failed to fetch');
    const body =
      init.body instanceof Blob
        ? `${init.body.type} ${await init.body.text()}`
        : getWords(init.body);
    const request = { path, body, key: new Headers(init.headers).get('idempotency-key') ?? '' };
    state.heard.push(request);
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    if (state.fails) return Response.json({ code: 'server-failed' }, { status: 500 });
    const problem = state.refuses.get(request.body);
    if (problem) return Response.json(problem, { status: 409 });
    if (!state.answers.has(request.key)) {
      state.done.push(request);
      state.answers.set(request.key, { number: state.done.length });
    }
    if (state.cutAfter) throw new TypeError('Failed to fetch');
    return Response.json(state.answers.get(request.key));
  };
  return { state, fetch, bodies: () => state.done.map(({ body }) => body) };
}

const getWords = (body: unknown): string => (typeof body === 'string' ? body : 'bytes');

/** A tab of this browser: its own memory, but shared disk, locks and channel. */
function aTab(server: ReturnType<typeof aServer>, clock = new ManualClock()) {
  const tab = new Outbox({
    store: createOutboxStore(fixture.database, 'carer'),
    sendCommand: createCommandSender(server.fetch),
    channel: openOutboxChannel(navigator.locks),
    clock,
    newId: () => crypto.randomUUID(),
    log: fixture.log,
  });
  tabs.push(tab);
  return {
    tab,
    clock,
    shown: () => tab.commands().map(({ body, state }) => `${getWords(body)} ${state.kind}`),
  };
}

const command = (body: string, what = 'note'): CommandRequest => ({
  path: '/api/x',
  body,
  about: { what, name: '201', target: 'room/a' },
});
const onDisk = async (): Promise<number> => (await storedIn(fixture.database, 'commands')).length;

describe('the outbox', () => {
  it('a command is sent immediately while the server answers, and returns the answer', async () => {
    const server = aServer();
    const { tab, shown } = aTab(server);
    expect(await tab.send(command('1'))).toEqual({ kind: 'sent', reply: { number: 1 } });
    expect([server.bodies(), await onDisk(), shown()]).toEqual([['1'], 0, []]);
  });

  it('an unsent command survives a reload and is sent once and in order when the network is back', async () => {
    const server = aServer();
    server.state.up = false;
    const before = aTab(server);
    for (const body of ['1', '2', '3'])
      expect(await before.tab.send(command(body))).toEqual({ kind: 'queued' });
    await expect.poll(before.shown).toEqual(['1 waiting', '2 waiting', '3 waiting']);
    before.tab.close();
    server.state.up = true;
    const after = aTab(server);
    await expect.poll(server.bodies).toEqual(['1', '2', '3']);
    await expect.poll(onDisk).toBe(0);
    await expect.poll(after.shown).toEqual([]);
  });

  it('retries slow down, and a restored network triggers one immediately', async () => {
    const server = aServer();
    server.state.up = false;
    const { tab, clock } = aTab(server);
    await tab.send(command('1'));
    server.state.up = true;
    await expect
      .poll(() => {
        clock.advance(1500);
        return server.bodies();
      })
      .toEqual(['1']);
    server.state.up = false;
    await tab.send(command('2'));
    server.state.up = true;
    tab.wake();
    await expect.poll(server.bodies).toEqual(['1', '2']);
  });

  it('a lost answer is requested again under the same key, so that the command runs once', async () => {
    const server = aServer();
    server.state.cutAfter = true;
    const { tab } = aTab(server);
    expect(await tab.send(command('1'))).toEqual({ kind: 'queued' });
    server.state.cutAfter = false;
    tab.wake();
    await expect.poll(onDisk).toBe(0);
    expect(server.bodies()).toEqual(['1']);
    expect(server.state.heard.map(({ key }) => key)).toEqual([
      server.state.heard[0]?.key,
      server.state.heard[0]?.key,
    ]);
  });

  it('a crash during sending does not stop the queue', async () => {
    const server = aServer();
    const first = aTab(server);
    server.state.cutAfter = true;
    void first.tab.send(command('1'));
    await expect.poll(server.bodies).toEqual(['1']);
    // The tab dies before the answer arrives; its lock is released.
    first.tab.close();
    server.state.cutAfter = false;
    aTab(server);
    await expect.poll(onDisk).toBe(0);
    expect(server.bodies()).toEqual(['1']);
  });

  it('one of two tabs sends at a time, in the order of both', async () => {
    const server = aServer();
    server.state.up = false;
    const [first, second] = [aTab(server), aTab(server)];
    for (const body of ['1', '2', '3', '4', '5', '6'])
      await (Number(body) % 2 === 0 ? first : second).tab.send(command(body));
    server.state.up = true;
    first.tab.wake();
    second.tab.wake();
    await expect.poll(server.bodies).toEqual(['1', '2', '3', '4', '5', '6']);
    await expect.poll(onDisk).toBe(0);
    expect(new Set(server.state.heard.map(({ key }) => key)).size).toBe(server.state.heard.length);
    await expect.poll(() => [...first.shown(), ...second.shown()]).toEqual([]);
  });

  it('a tab receives its answer although another one has sent the command', async () => {
    const server = aServer();
    const [first, second] = [aTab(server), aTab(server)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? first : second).tab.send(command(String(index))),
      ),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(Array<string>(8).fill('sent'));
    expect(server.state.done).toHaveLength(8);
  });

  it('a refusal reaches the waiting caller and leaves nothing stored', async () => {
    const server = aServer();
    server.state.refuses.set('1', { code: 'document-conflict' });
    const { tab, shown } = aTab(server);
    await expect(tab.send(command('1'))).rejects.toMatchObject({
      problem: { code: 'document-conflict' },
    });
    await expect.poll(onDisk).toBe(0);
    expect(shown()).toEqual([]);
  });

  it('a late refusal keeps the command with its reason, sends the rest, and allows a retry or a discard', async () => {
    const server = aServer();
    server.state.up = false;
    const { tab, shown } = aTab(server);
    for (const body of ['1', '2', '3']) await tab.send(command(body));
    server.state.up = true;
    server.state.refuses.set('2', { code: 'document-forbidden' });
    tab.wake();
    await expect.poll(server.bodies).toEqual(['1', '3']);
    await expect.poll(shown).toEqual(['2 refused']);
    expect(tab.commands()[0]?.state).toEqual({
      kind: 'refused',
      problem: { code: 'document-forbidden' },
    });
    const [refused] = tab.commands();
    if (refused === undefined) throw new Error('it is shown above');
    server.state.refuses.clear();
    await tab.retry(refused);
    await expect.poll(server.bodies).toEqual(['1', '3', '2']);
    server.state.up = false;
    await tab.send(command('4'));
    await expect.poll(shown).toEqual(['4 waiting']);
    const [waiting] = tab.commands();
    if (waiting !== undefined) await tab.discard(waiting);
    await expect.poll(shown).toEqual([]);
    expect(await onDisk()).toBe(0);
  });

  it('every tab learns the outcome of a command whose author had moved on, and no tab that of an immediate one', async () => {
    const server = aServer();
    const clock = new ManualClock();
    const [first, second] = [aTab(server, clock), aTab(server, clock)];
    const outcomes: string[] = [];
    for (const [name, { tab }] of [
      ['one', first],
      ['other', second],
    ] as const)
      tab.onLate(({ command: { body }, reply }) =>
        outcomes.push(`${name} ${getWords(body)} ${JSON.stringify(reply)}`),
      );
    await first.tab.send(command('0'));
    server.state.up = false;
    await first.tab.send(command('1'));
    await expect.poll(second.shown).toEqual(['1 waiting']);
    clock.advance(60_000);
    server.state.up = true;
    first.tab.wake();
    await expect
      .poll(() => outcomes.toSorted())
      .toEqual(['one 1 {"number":2}', 'other 1 {"number":2}']);
  });

  it('the queue gives up a command after five server errors and continues with the next', async () => {
    const server = aServer();
    server.state.fails = true;
    const { tab, shown } = aTab(server);
    expect(await tab.send(command('1'))).toEqual({ kind: 'queued' });
    for (let round = 0; round < 4; round += 1) {
      await expect.poll(() => server.state.heard.length).toBe(round + 1);
      await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(0);
      tab.wake();
    }
    await expect.poll(shown).toEqual(['1 refused']);
    expect(tab.commands()[0]?.state).toEqual({
      kind: 'refused',
      problem: { code: 'server-failed' },
    });
    server.state.fails = false;
    expect(await tab.send(command('2'))).toMatchObject({ kind: 'sent' });
  });

  it('the bytes of a file survive a reload, like text', async () => {
    const server = aServer();
    server.state.up = false;
    const before = aTab(server);
    await before.tab.send({
      ...command(''),
      body: new Blob(['EDF bytes'], { type: 'application/edf' }),
    });
    before.tab.close();
    server.state.up = true;
    aTab(server);
    await expect.poll(server.bodies).toEqual(['application/edf EDF bytes']);
  });

  it('the queue is bounded and reports it', async () => {
    const server = aServer();
    server.state.up = false;
    const { tab } = aTab(server);
    const store = createOutboxStore(fixture.database, 'carer');
    for (let index = 0; index < MAX_QUEUED_COMMANDS; index += 1)
      await store.add({ ...command('x'), id: crypto.randomUUID(), askedAtMs: 0 });
    await expect(tab.send(command('one too many'))).rejects.toEqual(
      new ProblemError('limit-commands'),
    );
  });

  it('commands of a member who has signed out are not sent, and the loss is counted', async () => {
    const server = aServer();
    server.state.up = false;
    const { tab } = aTab(server);
    await tab.send(command('1'));
    expect(await forgetMember(fixture.database)).toBe(1);
    server.state.up = true;
    tab.wake();
    await expect(tab.send(command('2'))).rejects.toMatchObject({
      problem: { code: 'limit-commands' },
    });
    expect([server.bodies(), await onDisk()]).toEqual([[], 0]);
  });
});
