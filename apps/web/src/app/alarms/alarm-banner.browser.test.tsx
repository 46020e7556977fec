import type { RoomAccident } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aRoom } from '../../features/board/testing/room-builders.ts';
import { renderLive } from '../../features/signals/testing/live-fixture.tsx';
import { createPreferences } from '../../kit/theme/preferences.ts';
import { PreferencesProvider } from '../../kit/theme/preferences-context.tsx';
import { LinkContext, type ConnectionStatus } from '../../shared/connection/link-context.tsx';
import { RoomsNeedingAttentionProvider } from '../../shared/room-state/rooms-needing-attention.tsx';
import { aLive, anAccident, NIGHT } from '../../shared/room-state/testing/live-builder.ts';
import { Shortcuts } from '../layout/shortcuts.tsx';
import { AlarmBanner } from './alarm-banner.tsx';
import { AlarmsProvider } from './alarms-provider.tsx';

const cleanups: (() => void)[] = [];
afterEach(async () => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  await page.viewport(1366, 768);
});

const minutesBefore = (minutes: number): Date => new Date(NIGHT.getTime() - minutes * 60_000);
const apnea = anAccident({ kind: 'apnea', repeats: 28, raisedAt: minutesBefore(14) });
const alarming = (id: string, name: string, accident: RoomAccident) =>
  aRoom(id, { name, live: aLive({ accidents: [accident] }) });

async function frame(
  rooms: readonly ReturnType<typeof aRoom>[],
  status: ConnectionStatus = { kind: 'live' },
) {
  const screen = () => (
    <PreferencesProvider preferences={createPreferences(localStorage)}>
      <LinkContext value={{ current: () => status, subscribe: () => () => undefined }}>
        <RoomsNeedingAttentionProvider>
          <AlarmsProvider>
            <Shortcuts />
            <AlarmBanner />
            <main id="page" tabIndex={-1}>
              <button type="button">other</button>
            </main>
          </AlarmsProvider>
        </RoomsNeedingAttentionProvider>
      </LinkContext>
    </PreferencesProvider>
  );
  const fixture = await renderLive({ address: '/', screen, rooms });
  cleanups.push(() => fixture.end());
  await expect.poll(() => entries().length).toBeGreaterThan(0);
  return fixture;
}

const entries = () => [...document.querySelectorAll<HTMLElement>('li[data-alarm]')];
const answer = (index: number) =>
  [...(entries()[index]?.querySelectorAll('button') ?? [])].find((button) =>
    ['対応に向かう', '確認しました'].includes(button.textContent),
  );
const banner = () => page.getByRole('region', { name: '対応を待っています' });

describe('the keyboard and the banner', () => {
  it('reaches the answer of the first alarm with the second Tab of a page', async () => {
    await frame([alarming('r0', '201', { ...apnea, reach: 'nobody' })]);
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(answer(0));
  });

  it('reaches the first alarm with one key from anywhere', async () => {
    await frame([alarming('r0', '201', apnea), alarming('r1', '202', apnea)]);
    page.getByRole('button', { name: 'other' }).element().focus();
    await userEvent.keyboard('a');
    expect(document.activeElement).toBe(answer(0));
  });

  it('moves the focus to the next alarm after an answer, and to the page after the last', async () => {
    const going = { ...apnea, state: 'acknowledged', acknowledgedAt: NIGHT } as const;
    const { putRoom } = await frame([
      alarming('r0', '201', apnea),
      alarming('r1', '202', { ...apnea, raisedAt: minutesBefore(2) }),
    ]);
    await expect.poll(() => entries().length).toBe(2);
    answer(0)?.focus();
    putRoom(alarming('r0', '201', going));
    await expect.poll(() => entries().length).toBe(1);
    expect(entries()[0]?.textContent).toContain('202');
    expect(document.activeElement).toBe(answer(0));
    putRoom(alarming('r1', '202', going));
    await expect.poll(() => entries().length).toBe(0);
    expect(document.activeElement?.id).toBe('page');
  });

  it('leaves the focus where it is when another alarm is answered', async () => {
    const { putRoom } = await frame([alarming('r0', '201', apnea)]);
    const other = page.getByRole('button', { name: 'other' }).element();
    other.focus();
    putRoom(alarming('r0', '201', { ...apnea, state: 'acknowledged', acknowledgedAt: NIGHT }));
    await expect.poll(() => entries().length).toBe(0);
    expect(document.activeElement).toBe(other);
  });
});

describe('the banner without a connection', () => {
  it('shows the cause as it was before the loss, and is dimmed', async () => {
    await frame([alarming('r0', '201', apnea)], { kind: 'lost', since: minutesBefore(1) });
    await expect
      .element(banner().getByText('切断前は続いていました', { exact: true }))
      .toBeVisible();
    expect(banner().element().textContent).not.toMatch(/続いています|くり返しています/);
    expect(getComputedStyle(entries()[0] ?? document.body).filter).toContain('grayscale');
  });
});

describe.each([
  [1920, 1080],
  [1366, 768],
  [1166, 768],
  [390, 844],
])('the height of the banner at %i × %i', (width, height) => {
  it.each([
    ['are over', { overAt: NIGHT }, /おさまりました/],
    ['are over and reached no one', { overAt: NIGHT, reach: 'nobody' }, /おさまりました/],
    ['reached only a screen', { reach: 'screen' }, /通知は画面のみ|画面を見ている人だけ/],
  ] as const)('stays while three alarms %s', async (_, change, text) => {
    await page.viewport(width, height);
    const { place, putRoom } = await frame(
      ['201号室', '202号室', '203号室'].map((name, index) =>
        alarming(`r${index}`, name, { ...apnea, raisedAt: minutesBefore(14 - index) }),
      ),
    );
    // With the open menu.
    if (width > 1180) place.style.left = '200px';
    const below = (): number => document.getElementById('page')?.getBoundingClientRect().top ?? 0;
    await expect.poll(() => banner().element().getBoundingClientRect().height).toBe(60);
    const before = below();
    for (const [index, name] of ['201号室', '202号室', '203号室'].entries())
      putRoom(
        alarming(`r${index}`, name, { ...apnea, raisedAt: minutesBefore(14 - index), ...change }),
      );
    await expect.poll(() => banner().element().textContent).toMatch(text);
    expect(banner().element().getBoundingClientRect().height).toBe(60);
    expect(below()).toBe(before);
    for (const entry of entries()) {
      const { top, bottom } = entry.getBoundingClientRect();
      for (const button of entry.querySelectorAll('[role="group"] button')) {
        expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth + 1);
        expect(button.getBoundingClientRect().top).toBeGreaterThanOrEqual(top);
        expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom);
      }
      const age = entry.querySelector('time')?.getBoundingClientRect();
      expect(age?.bottom).toBeLessThanOrEqual(bottom);
    }
  });
});
