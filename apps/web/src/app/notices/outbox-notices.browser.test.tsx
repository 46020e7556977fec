import type { AccidentReply } from '@yamori/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCommandSender } from '../../live/offline/command-sender.ts';
import {
  type CommandRequest,
  openOutboxChannel,
  Outbox,
  SEEN_WAITING_MS,
} from '../../live/offline/outbox.ts';
import { OutboxContext } from '../../live/offline/outbox-context.tsx';
import { createOutboxStore } from '../../live/offline/outbox-store.ts';
import { createOfflineFixture } from '../../live/offline/testing/offline-fixture.ts';
import { renderUi } from '../../kit/testing/ui-fixture.tsx';
import { OutboxNotices } from './outbox-notices.tsx';

const cleanups: (() => void)[] = [];
let offline: Awaited<ReturnType<typeof createOfflineFixture>>;
beforeEach(async () => {
  offline = await createOfflineFixture();
});
afterEach(async () => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  await offline.end();
});

const about = (what: string, target = 'room/r1'): CommandRequest => ({
  path: '/api/x',
  body: '{}',
  about: { what, name: '305号室', target },
});
const ACCIDENT: AccidentReply = {
  id: 'a1',
  kind: 'fall',
  severity: 'high',
  state: 'acknowledged',
  repeats: 0,
  by: '佐藤',
  own: false,
  raisedAt: '2026-11-21T03:00:00Z',
  mutedUntil: null,
  resolvedAt: null,
  outcome: null,
  useful: null,
  mayReopen: false,
  documents: [],
};

/**
 * A queue before a network that is cut, and what the page says once it is back and the server has
 * answered `reply`.
 */
async function saidAfter(requests: readonly CommandRequest[], reply: object): Promise<string[]> {
  const network = { up: false };
  const fetch = async (): Promise<Response> => {
    if (!network.up) throw new TypeError('Failed to fetch');
    return Response.json(reply);
  };
  // The queue began long ago, the page looks at the time of today.
  const clock = Object.assign(offline.clock, {
    now: () => Date.now() - (network.up ? 0 : SEEN_WAITING_MS * 2),
  });
  const outbox = new Outbox({
    store: createOutboxStore(offline.database, 'carer'),
    sendCommand: createCommandSender(fetch),
    channel: openOutboxChannel(navigator.locks),
    clock,
    newId: () => crypto.randomUUID(),
    log: offline.log,
  });
  const { toasts, translation, end } = await renderUi(
    <OutboxContext value={outbox}>
      <OutboxNotices />
    </OutboxContext>,
  );
  cleanups.push(end, () => outbox.close());
  for (const request of requests) expect(await outbox.send(request)).toEqual({ kind: 'queued' });
  await expect.poll(() => outbox.commands().length).toBe(requests.length);
  network.up = true;
  outbox.wake();
  await expect.poll(() => outbox.commands().length).toBe(0);
  await expect.poll(() => toasts.current().length).toBeGreaterThan(0);
  return toasts
    .current()
    .map(
      ({ type, timeoutMs, message }) =>
        `${type} ${timeoutMs} ${typeof message === 'string' ? message : message(translation.language)}`,
    );
}

const ALL_SENT = ['positive 5000 送信待ちだった操作をすべて送りました。'];

describe('the notices of sent commands', () => {
  it.each<[string, CommandRequest, object, string[]]>([
    [
      'as it was meant, on the path of an earlier version',
      about('callAnswer'),
      { state: 'answering', by: '夜勤 花子', own: true },
      ALL_SENT,
    ],
    ['as it was meant', about('callAnswer'), { ...ACCIDENT, kind: 'call', own: true }, ALL_SENT],
    [
      'after a newer press',
      about('callAnswer'),
      { ...ACCIDENT, kind: 'call', state: 'raised', by: null },
      ['warning 0 305号室から新しい呼び出しがあります。もう一度押してください。'],
    ],
    [
      'while somebody else was quicker',
      about('callAnswer'),
      { state: 'answering', by: '佐藤', own: false },
      ['warning 0 305号室には佐藤さんが向かっています。'],
    ],
    [
      'after the call was seen to',
      about('callAnswer'),
      { state: 'answered', mayReopen: false },
      ['info 0 305号室の呼び出しへの対応は終わっています。'],
    ],
    [
      'after it rang again',
      about('callAnswer'),
      { state: 'ringing' },
      [expect.stringMatching(/^warning 0 305号室/)],
    ],
    [
      'of an accident to which somebody else goes',
      about('accidentAcknowledge', 'room/r1/accident/a1'),
      ACCIDENT,
      ['warning 0 305号室には佐藤さんが向かっています。'],
    ],
    [
      'of an accident as it was meant',
      about('accidentAcknowledge', 'room/r1/accident/a1'),
      { ...ACCIDENT, own: true },
      ALL_SENT,
    ],
    ['of anything else', about('note'), { state: 'none' }, ALL_SENT],
  ])('one notice shows the result %s', async (_when, request, reply, said) => {
    expect(await saidAfter([request], reply)).toEqual(said);
  });

  it('each command gets its own notice, unlike after a full success', async () => {
    const said = await saidAfter(
      [
        about('callAnswer'),
        {
          ...about('callAnswer', 'room/r2'),
          about: { what: 'callAnswer', name: '307号室', target: 'room/r2' },
        },
      ],
      { state: 'answering', by: '佐藤', own: false },
    );
    expect(said).toEqual([
      'warning 0 305号室には佐藤さんが向かっています。',
      'warning 0 307号室には佐藤さんが向かっています。',
    ]);
  });
});
