import type { RehearsalLine, StoredDocument } from '@yamori/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aRoom } from '../board/testing/room-builders.ts';
import { HttpContext } from '../../api/http-context.ts';
import { createHttp } from '../../api/http.ts';
import { renderLive } from '../signals/testing/live-fixture.tsx';
import { DialogsProvider } from '../../kit/dialog/dialogs-context.tsx';
import { createDialogs } from '../../kit/dialog/dialog-store.ts';
import { NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import type { Accident } from './api.ts';
import { AccidentScreen } from './accident-screen.tsx';
import { TestAlarm } from './test-alarm.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  vi.unstubAllGlobals();
});

const http = createHttp({ fetch: (url, init) => globalThis.fetch(url, init) });

type Answer = (path: string, body: unknown, signal: AbortSignal | null) => Response;

/** The screen of room 208, or a part of it, before a server that answers as a test says. */
async function screen(
  answer: Answer,
  { accessLevel = 3 as 2 | 3, part = <AccidentScreen /> } = {},
) {
  const told: [string, unknown][] = [];
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const path = url.toString();
    if (!path.startsWith('/api/')) return others(url, init);
    const body: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : 'null');
    told.push([path, body]);
    return answer(path, body, init?.signal ?? null);
  });
  const [dialogs, queries] = [
    createDialogs(),
    new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
  ];
  const fixture = await renderLive({
    address: '/room/r0/accident',
    screen: () => (
      <QueryClientProvider client={queries}>
        <DialogsProvider dialogs={dialogs}>
          <HttpContext value={http}>{part}</HttpContext>
        </DialogsProvider>
      </QueryClientProvider>
    ),
    accessLevel,
    rooms: [aRoom('r0', { name: '208号室' })],
  });
  cleanups.push(() => fixture.end());
  return { ...fixture, told };
}
const open = (title: string) => userEvent.click(page.getByText(title, { exact: true }));
const words = (text: string) => page.getByText(text, { exact: false });
/** Accidents are made of document values only. */
const stored = (data: object): StoredDocument['data'] => data as StoredDocument['data'];
const aTest = {
  kind: 'test',
  severity: 'low',
  source: 'system',
  state: 'raised',
  raisedAt: NIGHT,
  latencyMs: 41,
  history: [],
};

describe('TestAlarm', () => {
  it('shows the duration of each stage, and the sound of this device', async () => {
    const { told, putDocument, place } = await screen(() =>
      Response.json({ accidentId: 'test-1' }),
    );
    await open('テストアラート');
    await userEvent.click(page.getByRole('button', { name: 'テストアラートを送る' }));
    await expect.element(words('送っています')).toBeVisible();
    expect(told).toEqual([['/api/rooms/r0/test-alarm', {}]]);
    putDocument('room/r0/accident/test-1', stored(aTest));
    await expect.element(page.getByText('41 ミリ秒')).toBeVisible();
    await expect.element(words('押してからこの画面に出るまで')).toBeVisible();
    await expect.element(page.getByText('音 オフ')).toBeVisible();
    await expectAccessible(place);
  });

  it('says why it was refused', async () => {
    await screen(() => Response.json({ code: 'test-alarm-device-missing' }, { status: 400 }));
    await open('テストアラート');
    await userEvent.click(page.getByRole('button', { name: 'テストアラートを送る' }));
    await expect.element(words('この部屋には機器がないため')).toBeVisible();
  });

  it('says that alarms may not arrive when nothing came', async () => {
    await screen(() => Response.json({ accidentId: 'test-1' }), {
      part: <TestAlarm room={aRoom('r0', { name: '208号室' })} accidents={[]} lostAfterMs={50} />,
    });
    await open('テストアラート');
    await userEvent.click(page.getByRole('button', { name: 'テストアラートを送る' }));
    await expect.element(words('10秒たっても届きませんでした')).toBeVisible();
  });

  it('shows an alarm that arrives after it was taken for lost', async () => {
    let showAlarm = (): void => undefined;
    const Arriving = () => {
      const [accidents, setAccidents] = useState<Accident[]>([]);
      showAlarm = () =>
        setAccidents([{ ...aTest, documentReferenceId: 'test-1' } as unknown as Accident]);
      return (
        <TestAlarm room={aRoom('r0', { name: '208号室' })} accidents={accidents} lostAfterMs={0} />
      );
    };
    await screen(() => Response.json({ accidentId: 'test-1' }), { part: <Arriving /> });
    await open('テストアラート');
    await userEvent.click(page.getByRole('button', { name: 'テストアラートを送る' }));
    await expect.element(words('10秒たっても届きませんでした')).toBeVisible();
    showAlarm();
    await expect.element(page.getByText('41 ミリ秒')).toBeVisible();
  });
});

const lines = (...all: RehearsalLine[]): Response =>
  new Response(all.map((line) => `${JSON.stringify(line)}\n`).join(''));
const RESULT: Extract<RehearsalLine, { kind: 'done' }> = {
  kind: 'done',
  result: {
    rooms: 1,
    helped: 2,
    missed: 1,
    nights: [
      { night: '2026-11-20', before: 3, after: 1 },
      { night: '2026-11-21', before: 2, after: 1 },
    ],
    kinds: [{ kind: 'longAbsence', before: 5, after: 2 }],
    missedAlarms: [
      {
        roomId: 'r0',
        roomName: '208号室',
        accidentId: 'a',
        kind: 'longAbsence',
        raisedAt: NIGHT.toISOString(),
      },
    ],
  },
};

describe('RehearsalTrial', () => {
  const another = async (): Promise<void> => {
    await open('しきい値の試算');
    await expect.element(page.getByRole('button', { name: '過去30夜で試す' })).toBeDisabled();
    await userEvent.fill(page.getByRole('spinbutton', { name: '待ち時間' }), '20');
    await userEvent.click(page.getByRole('button', { name: '過去30夜で試す' }));
  };

  it('tells alarms a night before and after, by kind, and what would have been missed', async () => {
    const { told, place } = await screen(() =>
      lines({ kind: 'progress', done: 30, of: 30 }, RESULT),
    );
    await another();
    await expect.element(words('1夜あたり 2.5件 → 1.0件')).toBeVisible();
    expect(told).toEqual([
      [
        '/api/rehearsals',
        {
          place: { kind: 'room', roomId: 'r0' },
          overrides: { 'accident.longAbsence.delayMinutes': 20 },
        },
      ],
    ]);
    expect([...place.querySelectorAll('tbody td')].map((cell) => cell.textContent)).toEqual([
      '5',
      '2',
      '-3',
    ]);
    await expect
      .element(words('役に立ったアラート 2件のうち、1件が鳴らなくなります'))
      .toBeVisible();
    await userEvent.fill(page.getByRole('spinbutton', { name: '待ち時間' }), '10');
    await expect.element(words('条件を変えました')).toBeVisible();
    await expectAccessible(place);
  });

  it.each(['1.5', '-20', '1000000'])('rejects an invalid delay of %s', async (wait) => {
    await screen(() => lines(RESULT));
    await open('しきい値の試算');
    const [figure, start] = [
      page.getByRole('spinbutton', { name: '待ち時間' }),
      page.getByRole('button', { name: '過去30夜で試す' }),
    ];
    await userEvent.fill(figure, '20');
    await expect.element(start).toBeEnabled();
    await userEvent.fill(figure, wait);
    await expect.element(start).toBeDisabled();
  });

  it('cancels the request when the user stops it', async () => {
    const signals: (AbortSignal | null)[] = [];
    await screen((_path, _body, signal) => {
      signals.push(signal);
      return new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(
              new TextEncoder().encode(
                `${JSON.stringify({ kind: 'progress', done: 3, of: 30 })}\n`,
              ),
            );
            signal?.addEventListener('abort', () => controller.error(signal.reason));
          },
        }),
      );
    });
    await another();
    await expect.element(page.getByRole('progressbar', { name: '試算しています' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '中止する' }));
    await expect.element(page.getByRole('button', { name: '過去30夜で試す' })).toBeVisible();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it('appears for managers of thresholds, and shows that nothing is recorded', async () => {
    await screen(() =>
      lines({
        kind: 'done',
        result: { ...RESULT.result, nights: [], kinds: [], missed: 0, missedAlarms: [] },
      }),
    );
    await another();
    await expect.element(words('この期間の記録がまだない')).toBeVisible();
    cleanups.splice(0).forEach((cleanup) => cleanup());
    vi.unstubAllGlobals();
    await screen(() => Response.json({}), { accessLevel: 2 });
    await expect.element(page.getByText('テストアラート', { exact: true })).toBeVisible();
    expect(page.getByText('しきい値の試算', { exact: true }).elements()).toEqual([]);
  });
});

describe('the usefulness of alarms', () => {
  it('appears as a share by kind and, for the organisation, by room, in the selected period', async () => {
    const { told, place } = await screen(() =>
      Response.json({
        kinds: [
          { kind: 'fall', alarms: 4, useful: 2, useless: 1 },
          { kind: 'bedExit', alarms: 2, useful: 0, useless: 0 },
        ],
        rooms: [{ roomId: 'r0', roomName: '208号室', alarms: 6, useful: 2, useless: 1 }],
      }),
    );
    await open('役に立ったアラート');
    await expect.element(page.getByRole('row', { name: '転倒 4 2 1 1 67%' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: '離床 2 0 0 2 —' })).toBeVisible();
    await userEvent.click(page.getByRole('radio', { name: '施設全体' }));
    await userEvent.click(page.getByRole('radio', { name: '90日' }));
    await expect.element(page.getByRole('row', { name: '208号室 6 2 1 3 67%' })).toBeVisible();
    const last = new URLSearchParams(told.at(-1)?.[0].split('?')[1]);
    expect([
      last.get('scope'),
      Date.parse(last.get('to') ?? '') - Date.parse(last.get('from') ?? ''),
    ]).toEqual(['domain', 90 * 86_400_000]);
    await expectAccessible(place);
  });
});

describe('the sound of one alarm', () => {
  const fall = {
    kind: 'fall',
    severity: 'high',
    source: 'sensor',
    state: 'raised',
    raisedAt: NIGHT,
    history: [],
  };

  it('pauses for minutes, with a countdown', async () => {
    const { told, putDocument } = await screen(() =>
      Response.json({
        id: 'fall',
        kind: 'fall',
        severity: 'high',
        state: 'raised',
        repeats: 1,
        by: null,
        own: false,
        raisedAt: NIGHT.toISOString(),
        mutedUntil: null,
        resolvedAt: null,
        outcome: null,
        useful: null,
        mayReopen: false,
        documents: [],
      }),
    );
    putDocument('room/r0/accident/fall', stored(fall));
    await userEvent.click(page.getByRole('button', { name: /のその他の操作$/ }));
    const form = page.getByRole('dialog', { name: '全員の音を止める' });
    await expect.element(form.getByRole('button', { name: '5分' })).toBeDisabled();
    await userEvent.click(form.getByRole('radio', { name: '職員がそばにいる' }));
    await userEvent.click(form.getByRole('button', { name: '5分' }));
    await expect
      .poll(() => told)
      .toEqual([['/api/rooms/r0/accidents/fall/mute', { minutes: 5, reason: 'attended' }]]);
    putDocument(
      'room/r0/accident/fall',
      stored({ ...fall, mutedUntil: new Date(NIGHT.getTime() + 5000 + 272_000) }),
    );
    await expect.element(words('音を停止中 4:32')).toBeVisible();
    expect(page.getByRole('button', { name: '全員の音を止める' }).elements()).toEqual([]);
  });
});
