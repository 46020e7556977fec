import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aRoom } from '../../features/home/testing/room-builders.ts';
import { stageLive } from '../../features/raw/testing/live-stage.tsx';
import { SoundWord } from '../../ui/alarms/sound-word.tsx';
import { createDialogs } from '../../ui/dialogs/dialog-store.ts';
import { DialogsProvider } from '../../ui/dialogs/dialogs-context.tsx';
import { PressingRoomsProvider } from '../../ui/room-state/pressing-rooms.tsx';
import {
  aGoing,
  aLive,
  anAccident,
  aRing,
  NIGHT,
} from '../../ui/room-state/testing/live-builder.ts';
import { createPreferences } from '../../ui/theme/preferences.ts';
import { PreferencesProvider } from '../../ui/theme/preferences-context.tsx';
import { LibraryProvider } from '../layout/library-provider.tsx';
import { AlarmBanner } from './alarm-banner.tsx';
import { AlarmsProvider } from './alarms-provider.tsx';
import { SoundSign } from './sound-sign.tsx';

const ends: (() => void)[] = [];
afterEach(() => {
  ends.splice(0).forEach((end) => end());
  localStorage.clear();
});

async function frame(
  rooms: Parameters<typeof aRoom>[1][],
  accessLevel: 1 | 3 | 50 = 3,
  domains: Parameters<typeof stageLive>[0]['domains'] = {},
) {
  const screen = () => (
    <PreferencesProvider preferences={createPreferences(localStorage)}>
      <LibraryProvider>
        <DialogsProvider dialogs={createDialogs()}>
          <PressingRoomsProvider>
            <AlarmsProvider>
              <SoundSign />
              <AlarmBanner />
              <p data-heading>
                <SoundWord />
              </p>
            </AlarmsProvider>
          </PressingRoomsProvider>
        </DialogsProvider>
      </LibraryProvider>
    </PreferencesProvider>
  );
  const stage = await stageLive({
    address: '/',
    screen,
    accessLevel,
    domains,
    rooms: rooms.map((change, index) => aRoom(`r${index}`, change)),
  });
  ends.push(() => stage.end());
  return stage;
}

const minutesBefore = (minutes: number): Date => new Date(NIGHT.getTime() - minutes * 60_000);
const ringing = (name: string, minutes: number) => ({
  name,
  live: aLive({ call: aRing(minutesBefore(minutes)) }),
});
const banner = () => page.getByRole('region', { name: '対応を待っています' });

describe('the banner on every page', () => {
  it('names the call that has waited longest, with what can be done, and how many wait besides', async () => {
    await frame([ringing('201', 1), ringing('208', 14), {}]);
    for (const words of ['208', '呼び出し', '14分前から'])
      await expect.element(banner().getByText(words, { exact: true })).toBeVisible();
    await expect.element(banner().getByRole('link', { name: 'ほか1室' })).toBeVisible();
    await expect.element(banner().getByRole('button', { name: '対応に向かう' })).toBeVisible();
  });

  it('names the fall before the call of the same room, and counts rooms as the bar does', async () => {
    await frame([
      ringing('208', 14),
      {
        name: '206',
        live: aLive({
          call: aRing(minutesBefore(14)),
          openAccidents: 2,
          accidents: [anAccident()],
        }),
      },
      { name: '207', live: aLive({ call: aGoing('佐藤') }) },
    ]);
    for (const words of ['206', '転倒'])
      await expect.element(banner().getByText(words, { exact: true })).toBeVisible();
    await expect.element(banner().getByRole('link', { name: 'ほか2室' })).toBeVisible();
  });

  it.each(['208号室', '1棟東ユニット 208号室'])(
    'has the whole number of the room and whole buttons on a phone, also where others wait (%s)',
    async (name) => {
      await page.viewport(390, 844);
      ends.push(() => void page.viewport(1366, 768));
      await frame([ringing(name, 14), ringing('201', 1)]);
      await expect.element(banner().getByRole('button', { name: '対応に向かう' })).toBeVisible();
      const [strong, button] = [
        banner().element().querySelector('strong'),
        banner().element().querySelector('button'),
      ];
      for (const whole of [strong, button])
        expect(whole?.scrollWidth).toBeLessThanOrEqual(whole?.clientWidth ?? 0);
      expect(button?.getBoundingClientRect().right).toBeLessThanOrEqual(390);
      expect(banner().element().scrollWidth).toBeLessThanOrEqual(390);
    },
  );

  it('says on a phone what happened and since when, whole, beside what can be done', async () => {
    await page.viewport(390, 844);
    ends.push(() => void page.viewport(1366, 768));
    await frame([
      {
        name: '206号室',
        live: aLive({
          openAccidents: 1,
          accidents: [anAccident({ kind: 'apnea', raisedAt: minutesBefore(14) })],
        }),
      },
      ringing('201', 1),
    ]);
    for (const words of ['206号室', '呼吸の停止', '14分前から'])
      await expect.element(banner().getByText(words, { exact: true })).toBeVisible();
    for (const part of banner().element().querySelectorAll('strong, time, span, button, a')) {
      const { left, right } = part.getBoundingClientRect();
      expect([
        part.textContent,
        left >= 0,
        right <= 390,
        part.scrollWidth <= part.clientWidth || getComputedStyle(part).display === 'inline',
      ]).toEqual([part.textContent, true, true, true]);
    }
  });

  it('names the house too where rooms of several are watched at once', async () => {
    const house = (name: string) => ({
      code: name,
      name,
      kind: 'facility',
      parentDomainId: null,
      rootDomainId: 'home',
      ancestorIds: [],
    });
    await frame([{ ...ringing('110', 14), domainId: 'b' }], 50, {
      a: house('あかね苑'),
      b: house('みずきの家'),
    });
    await expect.element(banner().getByText('みずきの家', { exact: true })).toBeVisible();
    await expect
      .poll(() => document.querySelector('p[role="alert"]')?.textContent)
      .toBe('みずきの家 110 呼び出し');
    // An agency answers no call: what it is still begins the line.
    expect(banner().getByRole('button').query()).toBeNull();
    const [line, room] = [banner().element(), banner().element().querySelector('strong')].map(
      (element) => element?.getBoundingClientRect().left ?? Number.NaN,
    );
    expect((room ?? 0) - (line ?? 0)).toBeLessThan(80);
  });

  it('is said once to those who do not see it, however long it waits', async () => {
    const { place } = await frame([ringing('208', 14)]);
    await expect.element(page.getByRole('alert')).toHaveTextContent('208 呼び出し');
    expect(place.querySelector('[role="alert"] time')).toBeNull();
  });

  it('asks after somebody who went half an hour ago and never said more, and takes the answer', async () => {
    await frame([
      { name: '208', live: aLive({ call: aGoing('佐藤', minutesBefore(29)) }) },
      { name: '305', live: aLive({ call: aGoing('佐藤', minutesBefore(32)) }) },
    ]);
    for (const words of ['305', '呼び出し 対応中のまま', '32分前から'])
      await expect.element(banner().getByText(words, { exact: true })).toBeVisible();
    await expect.element(banner().getByRole('button', { name: '対応を終える' })).toBeVisible();
    expect(banner().getByText('208').elements()).toEqual([]);
    expect(banner().element().getAttribute('data-severity')).toBe('low');
  });

  it('goes when somebody is on the way', async () => {
    const { putRoom } = await frame([ringing('208', 14)]);
    await expect.element(banner()).toBeVisible();
    putRoom(aRoom('r0', { name: '208', live: aLive({ call: aGoing('佐藤') }) }));
    await expect.poll(() => banner().elements().length).toBe(0);
  });
});

/** Somebody presses anywhere, as they do on their way in. */
const press = () => userEvent.click(page.getByText(/^(音|鳴)/).last());
const sign = () => page.getByRole('button', { name: /音|鳴って|停止/ }).first();

describe('the sound of this device', () => {
  it('is heard after a press, can be held back for minutes, and comes back when somebody says so', async () => {
    await frame([ringing('208', 14)]);
    await press();
    await expect.element(sign()).toHaveTextContent('鳴っています');
    await userEvent.click(sign());
    await userEvent.click(page.getByRole('menuitemradio', { name: '5分' }));
    await expect.element(sign()).toHaveTextContent('停止 5:00');
    await userEvent.click(page.getByRole('menuitem', { name: 'いますぐ鳴らす' }));
    await expect.element(sign()).toHaveTextContent('鳴っています');
  });

  it('is turned off and on by the keyboard, and every place says so', async () => {
    const { place } = await frame([{}]);
    await press();
    await expect.element(sign()).toHaveTextContent('音 オン');
    const focus = (): void => {
      const element = sign().element();
      if (element instanceof HTMLElement) element.focus();
    };
    focus();
    await userEvent.keyboard('{Enter}');
    const choice = page.getByRole('menuitemcheckbox', { name: '音を出す' });
    await expect.element(choice).toHaveAttribute('aria-checked', 'true');
    await expect.poll(() => document.activeElement?.closest('[role="menu"]') !== null).toBe(true);
    await userEvent.keyboard('{Home}');
    await expect.element(choice).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => [...place.querySelectorAll('[data-sound]')].map((element) => element.textContent))
      .toEqual(['音 オフ', '音 オフ']);
    expect(JSON.parse(localStorage.getItem('yamori.sound') ?? '')).toEqual({
      isOn: false,
      volume: 'medium',
    });
  });

  it('is off at first for who looks on from an agency', async () => {
    await frame([ringing('208', 14)], 50);
    await press();
    await expect.element(sign()).toHaveTextContent('音 オフ');
  });
});
