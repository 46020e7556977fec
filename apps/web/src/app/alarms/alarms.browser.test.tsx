import type { RoomAccident } from '@yamori/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReactNode } from 'react';
import { page, userEvent } from 'vitest/browser';
import { HttpContext } from '../../api/http-context.ts';
import { createHttp } from '../../api/http.ts';
import { AttentionRail } from '../../features/board/attention-rail.tsx';
import { RoomPanelContext } from '../../features/board/room-panel.tsx';
import { aRoom } from '../../features/board/testing/room-builders.ts';
import { renderLive } from '../../features/signals/testing/live-fixture.tsx';
import { SoundWord } from '../../shared/alarm-sound/sound-word.tsx';
import { useWakeLock } from '../../shared/alarm-sound/use-wake-lock.ts';
import { createDialogs } from '../../kit/dialog/dialog-store.ts';
import { DialogsProvider } from '../../kit/dialog/dialogs-context.tsx';
import { RoomsNeedingAttentionProvider } from '../../shared/room-state/rooms-needing-attention.tsx';
import {
  aGoing,
  aLive,
  anAccident,
  aRing,
  NIGHT,
} from '../../shared/room-state/testing/live-builder.ts';
import { createPreferences } from '../../kit/theme/preferences.ts';
import { PreferencesProvider } from '../../kit/theme/preferences-context.tsx';
import { AlarmBanner } from './alarm-banner.tsx';
import { AlarmsProvider } from './alarms-provider.tsx';
import { SoundIndicator } from './sound-indicator.tsx';

const cleanups: (() => void)[] = [];
afterEach(async () => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  localStorage.clear();
  await page.viewport(1366, 768);
});

/** A page that sounds reaches people, and clicks of earlier tests allow this one to sound. */
const turnSoundOff = (): void =>
  localStorage.setItem('yamori.sound', JSON.stringify({ isOn: false, volume: 'low' }));

/** Addresses that the page has called. */
const calls: string[] = [];
const http = createHttp({
  fetch: async (path) => {
    calls.push(path);
    return path.endsWith('/heard')
      ? new Response('{}', { status: 503 })
      : Response.json({ values: [] });
  },
});

async function frame(
  rooms: Parameters<typeof aRoom>[1][],
  accessLevel: 1 | 3 | 50 = 3,
  domains: Parameters<typeof renderLive>[0]['domains'] = {},
  more: ReactNode = null,
  language: 'ja' | 'en' = 'ja',
) {
  const dialogs = createDialogs();
  openDialogs.push(dialogs);
  const screen = () => (
    <HttpContext value={http}>
      <PreferencesProvider preferences={createPreferences(localStorage)}>
        <DialogsProvider dialogs={dialogs}>
          <RoomsNeedingAttentionProvider>
            <AlarmsProvider>
              <SoundIndicator />
              <AlarmBanner />
              {more}
              <p data-heading>
                <SoundWord />
              </p>
            </AlarmsProvider>
          </RoomsNeedingAttentionProvider>
        </DialogsProvider>
      </PreferencesProvider>
    </HttpContext>
  );
  const fixture = await renderLive({
    address: '/',
    screen,
    accessLevel,
    domains,
    language,
    rooms: rooms.map((change, index) => aRoom(`r${index}`, change)),
  });
  cleanups.push(() => fixture.end());
  return fixture;
}

const minutesBefore = (minutes: number): Date => new Date(NIGHT.getTime() - minutes * 60_000);
const ringing = (name: string, minutes: number) => ({
  name,
  live: aLive({ call: aRing(minutesBefore(minutes)) }),
});
const onPhone = async (): Promise<void> => {
  await page.viewport(390, 844);
};
const entries = () => [...document.querySelectorAll('section[aria-label] li[data-severity]')];
const openDialogs: ReturnType<typeof createDialogs>[] = [];
const banner = () => page.getByRole('region', { name: '対応を待っています' });

describe('the banner on every page', () => {
  it('lists up to three calls, the longest wait first, and says how many more wait', async () => {
    await frame([
      ringing('201', 1),
      ringing('208', 14),
      ringing('202', 3),
      ringing('203', 2),
      ringing('204', 0),
    ]);
    await expect
      .poll(() => entries().map((entry) => entry.querySelector('strong')?.textContent))
      .toEqual(['208', '202', '203']);
    expect(entries()[0]?.textContent).toContain('呼び出し14分前から');
    await expect.element(banner().getByRole('link', { name: 'ほか2室' })).toBeVisible();
    expect(banner().getByRole('button', { name: '対応に向かう' }).elements().length).toBe(3);
  });

  it('shows that an apnoea recurs, then that it is over and unchecked, after all others', async () => {
    const apnea = anAccident({ kind: 'apnea', repeats: 28 });
    const roomWith = (accident: RoomAccident) =>
      aRoom('r0', { name: '201', live: aLive({ accidents: [accident] }) });
    const { putRoom } = await frame([
      { name: '201', live: aLive({ accidents: [apnea] }) },
      ringing('208', 1),
    ]);
    const names = () => entries().map((entry) => entry.querySelector('strong')?.textContent);
    await expect.element(banner().getByText('くり返しています', { exact: true })).toBeVisible();
    expect(names()).toEqual(['201', '208']);
    putRoom(roomWith({ ...apnea, unknownAt: NIGHT }));
    await expect
      .element(banner().getByText('続いているか分かりません（信号なし）', { exact: true }))
      .toBeVisible();
    putRoom(roomWith({ ...apnea, overAt: NIGHT }));
    await expect.element(banner().getByText('おさまりました・未確認')).toBeVisible();
    await expect.poll(names).toEqual(['208', '201']);
    await expect.element(banner().getByRole('button', { name: '確認しました' })).toBeVisible();
    expect(entries()[1]?.hasAttribute('data-dim')).toBe(false);
  });

  it('shows that an alarm has reached no one, or only people at a screen', async () => {
    turnSoundOff();
    const withReach = (reach: RoomAccident['reach']) =>
      aRoom('r0', { live: aLive({ accidents: [anAccident({ reach })] }) });
    const { putRoom } = await frame([
      { live: aLive({ accidents: [anAccident({ reach: 'nobody' })] }) },
    ]);
    await expect
      .element(banner().getByText('だれにも届いていません。直接知らせてください'))
      .toBeVisible();
    putRoom(withReach('screen'));
    await expect.element(banner().getByText('画面を見ている人だけに届いています')).toBeVisible();
    putRoom(withReach('people'));
    await expect.poll(() => banner().element().textContent).not.toContain('届いて');
  });

  it.each([
    [1366, 768],
    [390, 844],
  ])(
    'explains on a press, also of a key, whom an alarm reached (%i × %i)',
    async (width, height) => {
      turnSoundOff();
      await page.viewport(width, height);
      await frame([{ live: aLive({ accidents: [anAccident({ reach: 'nobody' })] }) }]);
      const label = banner().getByTitle('だれにも届いていません。直接知らせてください');
      await userEvent.click(label);
      const dialog = page.getByRole('dialog', {
        name: 'だれにも届いていません。直接知らせてください',
      });
      await expect.element(dialog.getByText(/音の出る画面を開いている人もいません/)).toBeVisible();
      const { left, right, top } = dialog.element().getBoundingClientRect();
      expect([left >= 0, right <= width]).toEqual([true, true]);
      expect(top).toBeGreaterThanOrEqual(banner().element().getBoundingClientRect().bottom);
      await userEvent.keyboard('{Escape}');
      await expect.poll(() => dialog.elements().length).toBe(0);
      await userEvent.keyboard('{Enter}');
      await expect.element(dialog).toBeVisible();
    },
  );

  it('lists one call on a phone and says how many more wait', async () => {
    await onPhone();
    await frame([ringing('201', 1), ringing('208', 14), {}]);
    for (const words of ['208', '呼び出し', '14分前から'])
      await expect.element(banner().getByText(words, { exact: true })).toBeVisible();
    await expect.element(banner().getByRole('link', { name: 'ほか1室' })).toBeVisible();
    await expect.element(banner().getByRole('button', { name: '対応に向かう' })).toBeVisible();
  });

  it.each([
    [1366, 768],
    [390, 844],
  ])(
    'keeps its row while nothing waits, so that nothing moves when an alarm begins (%i × %i)',
    async (width, height) => {
      await page.viewport(width, height);
      const { place, putRoom } = await frame([{ name: '208号室' }]);
      await expect.element(page.getByText('対応を待っているアラートはありません')).toBeVisible();
      const below = (): number =>
        place.querySelector('[data-heading]')?.getBoundingClientRect().top ?? Number.NaN;
      const before = below();
      putRoom(
        aRoom('r0', {
          name: '208号室',
          live: aLive({ accidents: [anAccident()] }),
        }),
      );
      await expect.element(banner()).toBeVisible();
      await expect.poll(below).toBe(before);
    },
  );

  describe.each([
    [1920, 1080],
    [1366, 768],
    // The same with the open menu.
    [1166, 768],
    [390, 844],
  ])('at %i × %i', (width, height) => {
    const apnea = anAccident({ kind: 'apnea', repeats: 28, raisedAt: minutesBefore(14) });
    const onScreens = { ...apnea, reach: 'screen' as const };
    const waiting = (accidents: RoomAccident[]) => aLive({ accidents });
    it.each([
      ['a call', '208号室', aLive({ call: aRing(minutesBefore(14)) }), 0],
      ['an alarm that goes on', '208号室', waiting([apnea]), 0],
      ['an alarm while another room waits', '208号室', waiting([apnea]), 1],
      ['the fourth of several alarms', '206号室', waiting([onScreens]), 3],
      ['an alarm in a room of a long name', '1棟東ユニット 208号室', waiting([apnea]), 1],
    ])('the content below does not move when %s begins', async (_, name, live, others) => {
      await page.viewport(width, height);
      const all = [name, '201号室', '202号室', '203号室'];
      const { place, putRoom } = await frame(all.map((each) => ({ name: each })));
      await expect.element(page.getByText('対応を待っているアラートはありません')).toBeVisible();
      const below = (): number =>
        place.querySelector('[data-heading]')?.getBoundingClientRect().top ?? Number.NaN;
      const before = below();
      putRoom(aRoom('r0', { name, live }));
      for (const [index, other] of all.entries())
        if (index > 0 && index <= others)
          putRoom(aRoom(`r${index}`, { name: other, live: waiting([onScreens]) }));
      await expect.element(banner().getByText(name, { exact: true })).toBeVisible();
      await expect.poll(below).toBe(before);
      expect(banner().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(before);
    });

    it.each([
      ['one alarm', 'ja', apnea, 1],
      ['one alarm', 'en', apnea, 1],
      [
        'an alarm that may go on, of a device without signal',
        'ja',
        { ...apnea, unknownAt: NIGHT },
        1,
      ],
      ['three alarms', 'ja', apnea, 3],
      ['three alarms of devices without signal', 'ja', { ...apnea, unknownAt: NIGHT }, 3],
      ['three alarms', 'en', apnea, 3],
      ['more alarms than it lists', 'ja', apnea, 5],
    ] as const)(
      'the content below does not move when %s (%s) reached no one, and the message is shown in full',
      async (_, language, alarm, count) => {
        turnSoundOff();
        await page.viewport(width, height);
        const names = Array.from({ length: count }, (_unused, index) => `20${index + 1}号室`);
        const room = (name: string, reach: RoomAccident['reach']) => ({
          name,
          live: waiting([{ ...alarm, reach }]),
        });
        const { place, putRoom } = await frame(
          names.map((name) => room(name, 'people')),
          3,
          {},
          null,
          language,
        );
        // With the open menu.
        if (width > 1180) place.style.left = '200px';
        await expect.poll(() => entries().length).toBeGreaterThan(0);
        const below = (): number =>
          place.querySelector('[data-heading]')?.getBoundingClientRect().top ?? Number.NaN;
        const before = below();
        for (const [index, name] of names.entries())
          putRoom(aRoom(`r${index}`, room(name, 'nobody')));
        const shown = () => [...document.querySelectorAll<HTMLElement>('[data-reach="nobody"]')];
        await expect.poll(() => shown().length).toBeGreaterThan(0);
        await expect.poll(below).toBe(before);
        const region = entries()[0]?.closest('section');
        expect(region?.getBoundingClientRect().bottom).toBeLessThanOrEqual(before);
        for (const label of shown()) {
          const entry = label.closest('li')?.getBoundingClientRect();
          const { left, right, top, bottom, height: high } = label.getBoundingClientRect();
          expect([left >= (entry?.left ?? 0), right <= (entry?.right ?? 0)]).toEqual([true, true]);
          expect([top >= (entry?.top ?? 0), bottom <= (entry?.bottom ?? 0)]).toEqual([true, true]);
          expect(high).toBeGreaterThan(12);
          expect(label.textContent).toMatch(/届いていません|reached nobody/i);
        }
      },
    );
  });

  it.each([
    [1366, 768],
    [390, 844],
  ])('takes the tap over an open dialog (%i × %i)', async (width, height) => {
    await page.viewport(width, height);
    const told: string[] = [];
    await frame([ringing('208', 14)]);
    await expect.element(banner()).toBeVisible();
    void openDialogs.at(-1)?.open({ title: '名前' }, null, () => <input aria-label="名前" />);
    await expect.element(page.getByRole('dialog', { name: '名前' })).toBeVisible();
    const button = banner().getByRole('button', { name: '対応に向かう' }).element();
    const { left, top, width: wide, height: high } = button.getBoundingClientRect();
    const hit = document.elementFromPoint(left + wide / 2, top + high / 2);
    expect(hit?.closest('button')).toBe(button);
    expect(button.closest('[inert]')).toBeNull();
    button.addEventListener('click', () => told.push('pressed'));
    await userEvent.click(button);
    expect(told).toEqual(['pressed']);
    await expect.element(page.getByRole('dialog', { name: '名前' })).toBeVisible();
  });

  it('keeps what silences others behind a menu and out of sight, and asks for a reason', async () => {
    await frame([{ name: '206', live: aLive({ accidents: [anAccident()] }) }]);
    await expect.element(banner()).toBeVisible();
    expect(page.getByText('全員の音を止める').elements()).toEqual([]);
    await userEvent.click(banner().getByRole('button', { name: '206のその他の操作' }));
    const form = page.getByRole('dialog', { name: '全員の音を止める' });
    await expect.element(form.getByRole('button', { name: '5分' })).toBeDisabled();
    await userEvent.click(form.getByRole('radio', { name: '原因が分かっている' }));
    await expect.element(form.getByRole('button', { name: '5分' })).toBeEnabled();
    const edge = banner().element().getBoundingClientRect().bottom;
    expect(form.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(edge);
    const [going, more] = ['対応に向かう', '206のその他の操作'].map((name) =>
      banner().getByRole('button', { name }).element().getBoundingClientRect(),
    );
    expect((going?.width ?? 0) * (going?.height ?? 0)).toBeGreaterThan(
      2 * (more?.width ?? 0) * (more?.height ?? 0),
    );
  });

  it('names the fall before the call of the same room, and counts rooms as the bar does', async () => {
    await frame([
      ringing('208', 14),
      {
        name: '206',
        live: aLive({
          call: aRing(minutesBefore(14)),
          accidents: [anAccident()],
        }),
      },
      { name: '207', live: aLive({ call: aGoing('佐藤') }) },
    ]);
    await expect.poll(() => entries().map((entry) => entry.textContent)).toHaveLength(2);
    expect(entries()[0]?.textContent).toMatch(/^206転倒・呼び出し/);
    expect(entries()[1]?.textContent).toMatch(/^208呼び出し/);
    await expect.element(banner().getByRole('link', { name: 'ほか1室' })).toBeVisible();
  });

  it.each(['208号室', '1棟東ユニット 208号室'])(
    'shows the full room number and full buttons on a phone, also while others wait (%s)',
    async (name) => {
      await page.viewport(390, 844);
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

  it('shows on a phone the event and its time in full, with its actions', async () => {
    await page.viewport(390, 844);
    await frame([
      {
        name: '206号室',
        live: aLive({
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

  it('names the facility too while rooms of several are watched together', async () => {
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

  it('announces an alarm once to screen readers, however long it waits', async () => {
    await frame([ringing('208', 14)]);
    await expect.element(page.getByRole('alert')).toHaveTextContent('208 呼び出し');
    expect(document.querySelector('[role="alert"] time')).toBeNull();
  });

  it('asks about a response of more than half an hour, and accepts the outcome', async () => {
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

  it('names a device alarm that waits while none about a person does', async () => {
    const offline = anAccident({ kind: 'deviceOffline', severity: 'technical' });
    const { place, putRoom } = await frame([
      { name: '305号室', live: aLive({ fault: 'deviceOffline', accidents: [offline] }) },
    ]);
    await expect.element(page.getByText('機器のアラート：305号室 信号なし')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '要対応の一覧へ' })).toBeVisible();
    expect(place.textContent).not.toContain('対応を待っているアラートはありません');
    putRoom(aRoom('r0', { name: '305号室', live: aLive() }));
    await expect.element(page.getByText('対応を待っているアラートはありません')).toBeVisible();
  });

  it('disappears when there is a responder', async () => {
    const { putRoom } = await frame([ringing('208', 14)]);
    await expect.element(banner()).toBeVisible();
    putRoom(aRoom('r0', { name: '208', live: aLive({ call: aGoing('佐藤') }) }));
    await expect.poll(() => banner().elements().length).toBe(0);
  });
});

describe('the home screen under the banner', () => {
  it('does not list a room again that the banner lists, and lists the others', async () => {
    const rooms = ['201', '202', '203', '204'].map((name, index) =>
      aRoom(`r${index}`, ringing(name, 20 - index)),
    );
    await frame(
      ['201', '202', '203', '204'].map((name, index) => ringing(name, 20 - index)),
      3,
      {},
      <RoomPanelContext value={() => undefined}>
        <AttentionRail rooms={rooms} isRead />
      </RoomPanelContext>,
    );
    await expect.poll(() => entries().length).toBe(3);
    await expect
      .poll(() =>
        [...document.querySelectorAll('aside [data-room]')].map((entry) =>
          entry.getAttribute('data-room'),
        ),
      )
      .toEqual(['r3']);
  });
});

/** A press anywhere, as on the way in. */
const press = () => userEvent.click(page.getByText(/^(音|鳴)/).last());
const sign = () => page.getByRole('button', { name: /音|鳴って|停止/ }).first();

describe('the home screen before all rooms are read', () => {
  it.each([
    [false, ''],
    [true, '1室'],
  ])('lists rooms that need attention; they are counted: %s', async (isRead, count) => {
    const away = aLive({ presence: 'outOfBed', presenceSince: minutesBefore(60) });
    const rooms = [aRoom('r0', { name: '201', live: away })];
    await frame(
      [],
      3,
      {},
      <RoomPanelContext value={() => undefined}>
        <AttentionRail rooms={rooms} isRead={isRead} />
      </RoomPanelContext>,
    );
    await expect.poll(() => document.querySelectorAll('aside [data-room]').length).toBe(1);
    expect(document.querySelector('aside header [data-any]')?.textContent).toBe(count);
  });
});

describe('the sound of this device', () => {
  it('names the alarm that sounds, including one of a device', async () => {
    const offline = anAccident({ kind: 'deviceOffline', severity: 'technical' });
    const { place, putRoom } = await frame([
      { name: '305号室', live: aLive({ fault: 'deviceOffline', accidents: [offline] }) },
    ]);
    await press();
    const said = () => place.querySelector('button[data-sound]')?.textContent;
    await expect.poll(said).toBe('鳴っています：305号室 信号なし');
    putRoom(aRoom('r1', ringing('208号室', 1)));
    await expect.poll(said).toBe('鳴っています：208号室 呼び出し');
  });

  it('opens its menu below the alarm banner', async () => {
    await frame([ringing('208', 14)]);
    await userEvent.click(sign());
    await expect.element(page.getByRole('menu')).toBeVisible();
    const bottom = banner().element().getBoundingClientRect().bottom;
    expect(page.getByRole('menu').element().getBoundingClientRect().top).toBeGreaterThan(bottom);
  });

  it('moves its open menu below an alarm banner that appears', async () => {
    const { putRoom } = await frame([{ name: '208' }]);
    await userEvent.click(sign());
    await expect.element(page.getByRole('menu')).toBeVisible();
    putRoom(aRoom('r0', ringing('208', 14)));
    await expect.element(banner()).toBeVisible();
    const bottom = banner().element().getBoundingClientRect().bottom;
    expect(page.getByRole('menu').element().getBoundingClientRect().top).toBeGreaterThan(bottom);
  });

  it('plays after a press, pauses for minutes, and resumes on request', async () => {
    await frame([ringing('208', 14)]);
    await press();
    await expect.element(sign()).toHaveTextContent('鳴っています：208 呼び出し');
    await userEvent.click(sign());
    await userEvent.click(page.getByRole('menuitemradio', { name: '5分' }));
    await expect.element(sign()).toHaveTextContent('停止 5:00');
    await userEvent.click(page.getByRole('menuitem', { name: 'いますぐ鳴らす' }));
    await expect.element(sign()).toHaveTextContent('鳴っています：208 呼び出し');
  });

  it('toggles by the keyboard, and every place shows it', async () => {
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

  it('vibrates the device while it sounds, and stops once there is a responder', async () => {
    const patterns: unknown[] = [];
    const spy = vi.spyOn(navigator, 'vibrate').mockImplementation((pattern) => {
      patterns.push(pattern);
      return true;
    });
    cleanups.push(() => spy.mockRestore());
    const { putRoom } = await frame([ringing('208', 14)]);
    expect(patterns).toEqual([]);
    await press();
    await expect.poll(() => patterns[0]).toEqual([400, 200, 400]);
    putRoom(aRoom('r0', { name: '208', live: aLive({ call: aGoing('佐藤') }) }));
    await expect.poll(() => patterns.at(-1)).toBe(0);
  });

  it('reports to the server that this page sounds for an alarm that reached no one', async () => {
    calls.length = 0;
    await frame([
      {
        live: aLive({
          accidents: [anAccident({ id: 'a1', reach: 'nobody' })],
        }),
      },
    ]);
    const heard = () => calls.filter((path) => path.endsWith('/heard'));
    expect(heard()).toEqual([]);
    await press();
    await expect.poll(heard).toEqual(['/api/rooms/r0/accidents/a1/heard']);
    await expect.element(banner().getByText('画面を見ている人だけに届いています')).toBeVisible();
  });

  it('says that only screens are reached of no alarm but those for which it sounds', async () => {
    calls.length = 0;
    const unreached = anAccident({ id: 'a1', kind: 'apnea', reach: 'nobody' });
    const withAlarm = { name: '201', live: aLive({ accidents: [unreached] }) };
    const { putRoom } = await frame([withAlarm]);
    await press();
    await expect.element(banner().getByText('画面を見ている人だけに届いています')).toBeVisible();
    await userEvent.click(sign());
    await userEvent.click(page.getByRole('menuitemradio', { name: '5分' }));
    await userEvent.keyboard('{Escape}');
    const words = 'だれにも届いていません。直接知らせてください';
    await expect.element(banner().getByText(words)).toBeVisible();
    // A later alarm sounds; the first one stays muted in this browser.
    calls.length = 0;
    putRoom(aRoom('r1', { name: '208', live: aLive({ accidents: [anAccident({ id: 'b1' })] }) }));
    putRoom(
      aRoom('r2', {
        name: '209',
        live: aLive({ accidents: [anAccident({ id: 'c1', kind: 'apnea', reach: 'nobody' })] }),
      }),
    );
    await expect.poll(() => sign().element().textContent).toContain('鳴っています');
    await expect
      .poll(() => calls.filter((path) => path.endsWith('/heard')))
      .toEqual(['/api/rooms/r2/accidents/c1/heard']);
    const reachIn = (name: string) =>
      entries()
        .find((entry) => entry.querySelector('strong')?.textContent === name)
        ?.querySelector('[data-reach]')
        ?.getAttribute('data-reach');
    expect([reachIn('201'), reachIn('209')]).toEqual(['nobody', 'screen']);
  });

  const Awake = () => {
    useWakeLock();
    return null;
  };
  function spyOnWakeLock(): string[] {
    const asked: string[] = [];
    const spy = vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async () => {
      asked.push('request');
      const release = async (): Promise<void> => void asked.push('release');
      return Object.assign(new EventTarget(), { release }) as unknown as WakeLockSentinel;
    });
    cleanups.push(() => spy.mockRestore());
    return asked;
  }

  it('keeps the screen awake while another window of this browser has the sound', async () => {
    const asked = spyOnWakeLock();
    await new Promise<void>((isHeld) => {
      void navigator.locks.request('yamori.alarm-sound', () => {
        isHeld();
        return new Promise<void>((release) => cleanups.push(release));
      });
    });
    const { place } = await frame([{}], 3, {}, <Awake />);
    await press();
    await expect.poll(() => place.querySelector('[data-sound="elsewhere"]')).not.toBeNull();
    expect(asked).toEqual(['request']);
  });

  it('keeps the screen awake while this page can sound, and lets it sleep afterwards', async () => {
    const asked = spyOnWakeLock();
    await frame([{}], 3, {}, <Awake />);
    await press();
    await expect.poll(() => asked).toEqual(['request']);
    cleanups.pop()?.();
    await expect.poll(() => asked).toEqual(['request', 'release']);
  });

  it('starts off for users of an agency', async () => {
    await frame([ringing('208', 14)], 50);
    await press();
    await expect.element(sign()).toHaveTextContent('音 オフ');
  });
});
