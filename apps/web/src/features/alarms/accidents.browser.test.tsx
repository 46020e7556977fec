import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StoredDocument } from '@yamori/domain';
import { aRoom } from '../board/testing/room-builders.ts';
import { renderLive } from '../signals/testing/live-fixture.tsx';
import { DialogsProvider } from '../../kit/dialog/dialogs-context.tsx';
import { createDialogs } from '../../kit/dialog/dialog-store.ts';
import { NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import { AccidentScreen } from './accident-screen.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  vi.unstubAllGlobals();
});

const at = (minutes: number): Date => new Date(NIGHT.getTime() + minutes * 60_000);
const SATO = { userId: 's', name: '佐藤' };
const fall = {
  kind: 'fall',
  severity: 'high',
  source: 'sensor',
  state: 'raised',
  raisedAt: at(-3),
  evidence: { serial: 'A', streamId: 1, from: at(-3), to: at(-3) },
  history: [{ at: at(-3), state: 'raised', by: null, act: 'raised' }],
};
const heart = {
  kind: 'heartRateHigh',
  severity: 'medium',
  source: 'sensor',
  state: 'resolved',
  raisedAt: at(-90),
  acknowledgedBy: SATO,
  acknowledgedAt: at(-88),
  resolvedBy: SATO,
  resolvedAt: at(-80),
  outcome: 'helped',
  note: '水分をとった',
  reason: {
    rule: 'duration',
    value: 131,
    limit: 120,
    delayMinutes: 5,
    times: null,
    withinMinutes: null,
  },
  latencyMs: 84,
  repeats: 3,
  history: [
    { at: at(-90), state: 'raised', by: null, act: 'raised' },
    { at: at(-88), state: 'acknowledged', by: 's', act: 'acknowledged', name: '佐藤' },
    { at: at(-80), state: 'resolved', by: 's', act: 'resolved', name: '佐藤' },
  ],
};

/** The screen of a room in the address; records the requests to the server. */
async function screen(
  accidents: Readonly<Record<string, object>>,
  { address = '/room/r0/accident', accessLevel = 3 as 1 | 3 | 50, mayReopen = true } = {},
) {
  const told: [string, unknown][] = [];
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const path = url.toString();
    // Requests of other parts of the page are irrelevant here.
    if (!path.startsWith('/api/rooms/')) return others(url, init);
    told.push([path, JSON.parse(typeof init?.body === 'string' ? init.body : 'null')]);
    return Response.json({
      id: 'a',
      kind: 'fall',
      severity: 'high',
      state: path.endsWith('resolve') ? 'resolved' : 'acknowledged',
      repeats: 1,
      by: '夜勤 花子',
      own: true,
      raisedAt: at(-3).toISOString(),
      mutedUntil: null,
      resolvedAt: null,
      outcome: null,
      useful: null,
      mayReopen,
      documents: [],
    });
  });
  const dialogs = createDialogs();
  const fixture = await renderLive({
    address,
    screen: () => (
      <DialogsProvider dialogs={dialogs}>
        <AccidentScreen />
      </DialogsProvider>
    ),
    accessLevel,
    rooms: [aRoom('r0', { name: '208号室' })],
  });
  // Accidents are made of document values only.
  for (const [id, accident] of Object.entries(accidents))
    fixture.putDocument(`room/r0/accident/${id}`, accident as StoredDocument['data']);
  cleanups.push(() => fixture.end());
  return { ...fixture, told, words: fixture.told };
}

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

describe('AccidentScreen', () => {
  it('shows open alarms with their actions, and closed ones with their responders', async () => {
    await screen({ fall, heart });
    await expect.element(row('転倒').getByRole('button', { name: '対応に向かう' })).toBeVisible();
    await expect.element(row('心拍が速い').getByText('対応した · 佐藤')).toBeVisible();
    await expect.element(row('心拍が速い').getByText('3回')).toBeVisible();
    expect(row('心拍が速い').getByRole('button', { name: '対応に向かう' }).elements()).toEqual([]);
  });

  it('shows the recipients of each step, and that no channel reached anyone', async () => {
    const told = {
      count: 14,
      people: [
        { userId: 's', name: '佐藤', ways: ['push', 'mail'] },
        { userId: 'k', name: '加藤', ways: ['line'] },
      ],
    };
    const { place } = await screen({
      fall: {
        ...fall,
        history: [
          { ...fall.history[0], told: { count: 0, people: [] } },
          { at: at(-2), state: 'raised', by: null, act: 'escalated', told },
          { at: at(-1), state: 'raised', by: null, act: 'toldAgain' },
        ],
      },
    });
    await userEvent.click(row('転倒').getByRole('button', { name: '経過' }));
    const steps = (): string[] =>
      [...place.querySelectorAll('ol > li')].map(({ textContent }) => textContent);
    await expect
      .poll(steps)
      .toEqual([
        expect.stringMatching(
          /発生.*届く方法がある職員がいないため、画面の外ではだれにも知らせていません。$/,
        ),
        expect.stringMatching(
          /次のグループへ連絡.*知らせた人：佐藤（端末・メール）、加藤（LINE）、ほか12人$/,
        ),
        expect.stringMatching(/もう一度連絡自動$/),
      ]);
  });

  it('shows when the data was received that was not checked for alarms', async () => {
    await screen({
      gap: {
        ...fall,
        kind: 'monitoringGap',
        severity: 'medium',
        source: 'system',
        evidence: { serial: null, streamId: null, from: at(-30), to: at(-14) },
      },
    });
    const row = page.getByRole('listitem').filter({ hasText: '見逃しのおそれ' });
    const times = /02:30から2026\/11\/21\(土\) 02:46まで.*判定に使われていません/;
    await expect.element(row.getByText(times)).toBeVisible();
  });

  it('shows when a late press was made and when it arrived, and that it made no sound', async () => {
    await screen({
      late: {
        kind: 'call',
        severity: 'high',
        source: 'button',
        state: 'resolved',
        raisedAt: at(-90),
        resolvedAt: at(-10),
        evidence: { serial: 'A', streamId: null, from: at(-90), to: at(-10) },
        history: [{ at: at(-90), state: 'raised', by: null, act: 'raised' }],
      },
    });
    const row = page.getByRole('listitem').filter({ hasText: '呼び出し' });
    await expect
      .element(row.getByText(/遅れて届きました（.+ 受信）。鳴っていません。/))
      .toBeVisible();
    await expect.element(row).not.toHaveTextContent('で対応');
  });

  it('shows why an alarm rang and each step, and links to the recording of that time', async () => {
    await screen({ heart });
    await userEvent.click(row('心拍が速い').getByRole('button', { name: '経過' }));
    await expect.element(page.getByText('値 131 が、しきい値 120 を超えました')).toBeVisible();
    await expect.element(page.getByText('5分続きました')).toBeVisible();
    await expect.element(page.getByText('水分をとった')).toBeVisible();
    const link = page.getByRole('link', { name: 'その時の記録を見る' }).element();
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(at(-95).toISOString());
  });

  it('answers an alarm and closes it with an outcome', async () => {
    const { told } = await screen({
      fall: {
        ...fall,
        state: 'arrived',
        acknowledgedBy: SATO,
        acknowledgedAt: at(-2),
        arrivedBy: SATO,
        arrivedAt: at(-1),
      },
    });
    await expect
      .poll(() =>
        row('転倒')
          .getByRole('button', { name: '対応を終える' })
          .elements()[0]
          ?.getAttribute('aria-disabled'),
      )
      .toBe('false');
    await userEvent.click(row('転倒').getByRole('button', { name: '対応を終える' }));
    await userEvent.click(page.getByRole('radio', { name: '異常なし（誤検知）' }));
    await userEvent.click(page.getByRole('radio', { name: 'いいえ' }));
    await userEvent.click(page.getByRole('button', { name: '終える', exact: true }));
    await expect
      .poll(() => told)
      .toEqual([
        ['/api/rooms/r0/accidents/fall/resolve', { outcome: 'falseAlarm', useful: false }],
      ]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('offers reopening as the server allows: %s', async (mayReopen, offers) => {
    const { words } = await screen(
      {
        fall: {
          ...fall,
          state: 'arrived',
          acknowledgedBy: SATO,
          acknowledgedAt: at(-2),
          arrivedBy: SATO,
          arrivedAt: at(-1),
        },
      },
      { mayReopen },
    );
    await expect
      .poll(() =>
        row('転倒')
          .getByRole('button', { name: '対応を終える' })
          .elements()[0]
          ?.getAttribute('aria-disabled'),
      )
      .toBe('false');
    await userEvent.click(row('転倒').getByRole('button', { name: '対応を終える' }));
    await userEvent.click(page.getByRole('radio', { name: '異常なし（誤検知）' }));
    await userEvent.click(page.getByRole('button', { name: '終える', exact: true }));
    await expect.poll(words).toEqual(['208号室の転倒への対応を終えました。']);
    await expect
      .poll(() => page.getByRole('button', { name: 'まだ終えていない' }).elements().length)
      .toBe(offers);
  });

  it('sends a staff report, which requires a note', async () => {
    const { told } = await screen({});
    await expect.element(page.getByText('アラートの記録はありません')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '異常を知らせる' }));
    const send = page.getByRole('button', { name: '知らせる', exact: true });
    await expect.element(send).toBeDisabled();
    await userEvent.fill(page.getByRole('textbox', { name: '状況' }), '床に座っていた');
    await userEvent.click(send);
    await expect
      .poll(() => told)
      .toEqual([
        [
          '/api/rooms/r0/accidents',
          { kind: 'staffReport', severity: 'medium', note: '床に座っていた' },
        ],
      ]);
  });

  it.each([
    ['転倒', { kind: 'fall', severity: 'high', note: '転倒' }],
    ['体調', { kind: 'staffReport', severity: 'high', note: '体調の変化' }],
    ['応援', { kind: 'staffReport', severity: 'high', note: '応援が必要です' }],
  ])('sends an urgent report with one press of %s, without a text', async (name, body) => {
    const { told } = await screen({});
    await userEvent.click(page.getByRole('button', { name: '異常を知らせる' }));
    const button = page.getByRole('button', { name, exact: true });
    const height = (): number => button.element().getBoundingClientRect().height;
    await expect.poll(height).toBeGreaterThanOrEqual(72);
    await userEvent.click(button);
    await expect.poll(() => told).toEqual([['/api/rooms/r0/accidents', body]]);
  });

  it('offers a reseller only to read', async () => {
    await screen({ fall }, { accessLevel: 50 });
    await expect.element(row('転倒')).toBeVisible();
    expect(page.getByRole('button', { name: /対応に向かう|異常を知らせる/ }).elements()).toEqual(
      [],
    );
  });

  it('filters alarms by the address', async () => {
    await screen({ fall, heart }, { address: '/room/r0/accident?state=closed' });
    await expect.element(row('心拍が速い')).toBeVisible();
    expect(row('転倒').elements()).toEqual([]);
  });
});
