import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  aGoing,
  aLive,
  anAccident,
  aRing,
  NIGHT,
} from '../../shared/room-state/testing/live-builder.ts';
import { renderBoard } from './testing/board-fixture.tsx';
import { aRoom } from './testing/room-builders.ts';

const STATUS = {
  online: false,
  onlineSince: null,
  lastFrameAt: null,
  lastHeartbeatAt: null,
  batteryPercent: null,
  signalDbm: null,
  fault: 'deviceOffline',
  faultSince: NIGHT,
  clockOffsetSeconds: null,
  framesReceived: 0,
  framesRefused: 0,
};
const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

async function board(...args: Parameters<typeof renderBoard>) {
  const fixture = await renderBoard(...args);
  cleanups.push(() => fixture.end());
  return fixture;
}

const many = (count: number) =>
  Array.from({ length: count }, (_unused, index) =>
    aRoom(`r${index}`, { name: `${String(index + 1).padStart(3, '0')}号室` }),
  );
const cards = (): string[] =>
  [...document.querySelectorAll('ul[aria-label="部屋"] [data-room] strong')].map(
    (element) => element.textContent,
  );

describe('the board', () => {
  it('shows rooms with state, age and figures', async () => {
    await board('/index-list-smallcard', [aRoom('a', { name: '101号室' })]);
    const card = page.getByRole('link', { name: /101号室/ });
    await expect.element(card).toBeVisible();
    await expect
      .poll(() => card.element().textContent)
      .toMatch(/5秒前.*睡眠中.*心拍62.*呼吸14.*11\/19 記録なし/);
  });

  it('shows the responder and the bed state in full on a phone, equally in the list and on the board', async () => {
    await page.viewport(390, 844);
    cleanups.push(() => void page.viewport(1366, 768));
    const by = { userId: 'x', name: '長宗我部 小百合' };
    await board('/index-list-smallcard', [
      aRoom('a', {
        name: '101号室',
        live: aLive({
          accidents: [anAccident({ state: 'acknowledged', by, acknowledgedAt: NIGHT })],
        }),
      }),
    ]);
    const bed = page.getByRole('complementary').getByText('在床');
    await expect.element(bed).toBeVisible();
    const reason = document.querySelector('aside [class*="reason"]');
    expect(bed.element().getBoundingClientRect().right).toBeLessThanOrEqual(
      reason?.getBoundingClientRect().right ?? 0,
    );
    const shapes = [
      ...document.querySelectorAll(
        '[data-room="a"] [class*="icon"] svg, ul[aria-label="部屋"] [data-room="a"] [class*="state"] > svg',
      ),
    ].map((svg) => svg.innerHTML);
    expect(shapes.length).toBe(2);
    expect(new Set(shapes).size).toBe(1);
  });

  it('names the facility of a room while rooms of several are watched together', async () => {
    const house = (name: string) => ({
      code: name,
      name,
      kind: 'facility',
      parentDomainId: null,
      rootDomainId: 'home',
      ancestorIds: [],
    });
    await board(
      '/index-list-card',
      [aRoom('a', { name: '110号室', domainId: 'b', live: aLive({ call: aRing() }) })],
      { kind: 'live' },
      50,
      'ja',
      undefined,
      { 'domain/a': house('あかね苑'), 'domain/b': house('みずきの家') },
    );
    await expect.element(page.getByRole('complementary').getByText('みずきの家')).toBeVisible();
    await expect
      .poll(() => document.querySelector('ul[aria-label="部屋"] [data-room="a"]')?.textContent)
      .toContain('みずきの家');
  });

  it.each(['smallcard', 'card', 'table'])(
    'shows the alarm of a room in the banner, not the state that it interrupts (%s)',
    async (view) => {
      const alarm = anAccident({ kind: 'apnea' });
      const room = aRoom('a', { name: '101号室', live: aLive({ accidents: [alarm] }) });
      await board(`/index-list-${view}`, [room], { kind: 'live' }, 3, 'ja', undefined, {}, ['a']);
      const shown = () =>
        document.querySelector('ul[aria-label="部屋"] [data-room="a"], tbody tr')?.textContent;
      await expect.poll(shown).toContain('呼吸の停止');
      expect(shown()).not.toContain('睡眠中');
    },
  );

  it('follows a change, and lists a call with its answer', async () => {
    const fixture = await board('/index-list-smallcard', [aRoom('a', { name: '101号室' })]);
    await expect.element(page.getByText('対応が必要な部屋はありません')).toBeVisible();
    fixture.put(aRoom('a', { name: '101号室', live: aLive({ call: aRing() }) }));
    await expect.element(page.getByRole('button', { name: '対応に向かう' })).toBeVisible();
  });

  it.each(['smallcard', 'card', 'table'])(
    'shows the responder of a call and the time on the rail and in the list (%s)',
    async (view) => {
      await board(`/index-list-${view}`, [
        aRoom('a', { name: '101号室', live: aLive({ call: aGoing('佐藤 茜') }) }),
      ]);
      await expect
        .poll(() => document.querySelector('aside li')?.textContent)
        .toContain('101号室対応中佐藤 茜在床5秒前から');
      await expect
        .poll(
          () =>
            [...document.querySelectorAll('[data-room="a"]')]
              .filter((entry) => entry.closest('aside') === null)
              .map((entry) => (entry.closest('tr') ?? entry).textContent)[0],
        )
        .toMatch(/対応中.*佐藤 茜/);
      expect(document.querySelector('aside header')?.textContent).toContain('1室');
    },
  );

  it('shows outside the team that a call has a responder, without the name', async () => {
    await board('/index-list-smallcard', [
      aRoom('a', { name: '101号室', live: aLive({ call: aGoing('') }) }),
    ]);
    await expect
      .poll(() => document.querySelector('aside li')?.textContent)
      .toContain('101号室対応中在床5秒前から');
    await expect.poll(() => document.body.textContent).not.toContain('ほかの職員');
  });

  it("shows the reader's own answer on the rail at once", async () => {
    const calling = aRoom('a', { name: '101号室', live: aLive({ call: aRing(NIGHT) }) });
    const fixture = await board('/index-list-smallcard', [calling]);
    const rail = (): string => document.querySelector('aside li')?.textContent ?? '';
    await expect.poll(rail).toContain('対応に向かう');
    // The list is no longer updated later.
    const later = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
    fixture.accept({ ...calling, live: aLive({ call: aGoing('佐藤 茜') }) });
    for (let frame = 0; frame < 30 && !rail().includes('佐藤 茜'); frame += 1)
      await new Promise(requestAnimationFrame);
    later.mockRestore();
    expect(rail()).toContain('対応中佐藤 茜');
    expect(rail()).not.toContain('対応に向かう');
  });

  it('keeps the order of the rail while the pointer is active, and sorts it afterwards', async () => {
    const calling = (id: string, atMs: number) =>
      aRoom(id, {
        name: `${id}号室`,
        live: aLive({ call: aRing(new Date(NIGHT.getTime() + atMs)) }),
      });
    const order = (): string[] =>
      [...document.querySelectorAll('aside li [data-room]')].map(
        (entry) => entry.getAttribute('data-room') ?? '',
      );
    const fixture = await board('/index-list-smallcard', [calling('101', 0), calling('102', 1000)]);
    await expect.poll(order).toEqual(['101', '102']);
    await userEvent.hover(page.getByText('要対応', { exact: true }));
    await userEvent.hover(page.getByRole('complementary').getByRole('link', { name: /102号室/ }));
    fixture.put(calling('103', -9000));
    await expect.poll(order).toEqual(['101', '102', '103']);
    await userEvent.unhover(page.getByRole('complementary').getByRole('link', { name: /102号室/ }));
    await expect.poll(order).toEqual(['103', '101', '102']);
  });

  it('lists a call from a floor that is filtered out, and does not show an empty list', async () => {
    const fixture = await board('/index-list-smallcard?floor=3階', [
      aRoom('up', { name: '301号室', floor: '3階' }),
      aRoom('down', { name: '208号室', floor: '2階', live: aLive({ call: aRing() }) }),
    ]);
    await expect
      .poll(() => document.querySelector('aside li')?.textContent)
      .toContain('208号室呼び出し');
    await expect.poll(cards).toEqual(['301号室']);
    expect(document.body.textContent).not.toContain('対応が必要な部屋はありません');
    fixture.put(aRoom('down', { name: '208号室', floor: '2階' }));
    await expect.element(page.getByText('対応が必要な部屋はありません')).toBeVisible();
  });

  it('lists a call from a page that was not read on to, and opens its panel', async () => {
    await renderBoard(
      '/index-list-smallcard',
      [...many(60), aRoom('last', { name: '999号室', live: aLive({ call: aRing() }) })],
      { kind: 'live' },
      2,
    ).then((fixture) => cleanups.push(() => fixture.end()));
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /999号室/ })
      .click();
    await expect
      .element(
        page.getByRole('dialog', { name: '999号室' }).getByRole('button', { name: '対応に向かう' }),
      )
      .toBeVisible();
  });

  it('limits the rail to 50 rooms, and shows how many more there are', async () => {
    const fixture = await board(
      '/index-list-smallcard',
      many(55).map((room) => ({ ...room, live: aLive({ call: aRing() }) })),
    );
    await page.getByRole('link', { name: 'ほか5室を一覧で見る' }).click();
    await expect
      .poll(() => fixture.router.state.location.href)
      .toBe('/index-list-table?sort=attention');
    expect(document.querySelectorAll('aside li').length).toBe(50);
  });

  it('reads last nights as figures, and whole nights only without a network', async () => {
    const night = {
      night: '2026-11-19',
      from: '2026-11-19T03:00:00.000Z',
      to: '2026-11-20T03:00:00.000Z',
      version: 1,
      quality: 'good',
      coverage: 1,
      isCorrected: true,
      awaited: [],
      figures: { TST: 372 },
      course: 'm10W20L40m30',
    } as const;
    const asked: string[] = [];
    const figures = {
      read: async () => [],
      noteTable: async () => undefined,
      newest: async (roomId: string) => {
        asked.push(roomId);
        return [
          { ...night, night: '2026-11-20', state: 'analysing' as const },
          { ...night, state: 'done' as const },
        ];
      },
    };
    const fixture = await renderBoard(
      '/index-list-card',
      [aRoom('a', { name: '101号室' })],
      { kind: 'live' },
      3,
      'ja',
      figures,
    );
    cleanups.push(() => fixture.end());
    await expect
      .poll(() => document.querySelector('[data-room="a"]')?.textContent)
      .toContain('睡眠 6時間12分');
    expect(asked).toEqual(['a']);
    expect(
      document.querySelector('[role="img"][aria-label*="覚醒10分"]')?.querySelectorAll('rect')
        .length,
    ).toBe(2);
    const without = await renderBoard('/index-list-card', [aRoom('b', { name: '102号室' })]);
    cleanups.push(() => without.end());
    await expect.element(page.getByText('11/19(木)の夜 記録なし')).toBeVisible();
  });

  it.each([
    ['waiting', '11/19 解析待ち'],
    ['analysing', '11/19 解析中'],
    ['failed', '11/19 解析できず'],
  ] as const)(
    'says of a last night that is %s what there is to say, and not that nothing was recorded',
    async (state, words) => {
      const night = {
        night: '2026-11-19',
        from: '2026-11-19T03:00:00.000Z',
        to: '2026-11-20T03:00:00.000Z',
        version: 0,
        quality: null,
        coverage: null,
        isCorrected: false,
        awaited: [],
        figures: {},
        state,
      } as const;
      const fixture = await renderBoard(
        '/index-list-smallcard',
        [aRoom('a', { name: '101号室' })],
        { kind: 'live' },
        3,
        'ja',
        { read: async () => [], noteTable: async () => undefined, newest: async () => [night] },
      );
      cleanups.push(() => fixture.end());
      await expect.element(page.getByText(words)).toBeVisible();
    },
  );

  it.each(['/index-list-card', '/index-list-smallcard', '/index-list-table'])(
    'marks a night as provisional and names the devices that it waits for (%s)',
    async (address) => {
      const figures = {
        read: async () => [],
        noteTable: async () => undefined,
        newest: async () => [
          {
            night: '2026-11-19',
            from: '2026-11-19T03:00:00.000Z',
            to: '2026-11-20T03:00:00.000Z',
            state: 'done' as const,
            version: 1,
            quality: 'good' as const,
            coverage: null,
            isCorrected: false,
            awaited: [
              { serial: 'W2-0001', since: '2026-11-19T17:10:00.000Z' },
              { serial: 'W2-0002', since: null },
            ],
            figures: { TST: 372 },
            course: 'W20L40',
          },
        ],
      };
      await board(address, [aRoom('a', { name: '101号室' })], { kind: 'live' }, 3, 'ja', figures);
      await expect.element(page.getByText('速報', { exact: false }).first()).toBeVisible();
      await expect
        .element(
          page.getByTitle(
            '未着の記録: W2-0001（11/20 02:10から）、W2-0002（まだ一度も送っていません）',
          ),
        )
        .toBeVisible();
    },
  );

  it('never shows an older night in the place of one that failed', async () => {
    const night = {
      from: '2026-11-19T03:00:00.000Z',
      to: '2026-11-20T03:00:00.000Z',
      version: 1,
      quality: null,
      coverage: null,
      isCorrected: false,
      awaited: [],
      figures: { TST: 372 },
      course: 'm10W20L40m30',
    } as const;
    const figures = {
      read: async () => [],
      noteTable: async () => undefined,
      newest: async () => [
        { ...night, night: '2026-11-19', state: 'failed' as const },
        { ...night, night: '2026-11-18', state: 'done' as const },
      ],
    };
    await board(
      '/index-list-card',
      [aRoom('a', { name: '101号室' })],
      { kind: 'live' },
      3,
      'ja',
      figures,
    );
    await expect
      .element(page.getByText('11/19(木)の夜 この夜は解析できませんでした'))
      .toBeVisible();
    expect(document.querySelector('[data-room="a"]')?.textContent).not.toContain('6時間12分');
  });

  it('shows sleep of unknown stage as sleep, not light sleep, in a separate colour', async () => {
    const figures = {
      read: async () => [],
      noteTable: async () => undefined,
      newest: async () => [
        {
          night: '2026-11-19',
          from: '2026-11-19T03:00:00.000Z',
          to: '2026-11-20T03:00:00.000Z',
          state: 'done' as const,
          version: 1,
          quality: 'good' as const,
          coverage: 1,
          isCorrected: false,
          awaited: [],
          figures: { TST: 20 },
          course: 'W20S40',
        },
      ],
    };
    await board(
      '/index-list-card',
      [aRoom('a', { name: '101号室' })],
      { kind: 'live' },
      3,
      'ja',
      figures,
    );
    await expect
      .element(page.getByRole('img', { name: '11/19(木)の夜の睡眠の経過。覚醒10分、睡眠20分。' }))
      .toBeVisible();
    const fills = [...document.querySelectorAll('[data-room="a"] [role="img"] rect')].map((rect) =>
      rect.getAttribute('fill'),
    );
    expect(fills).toEqual(['var(--stage-wake)', 'var(--stage-asleep)']);
  });

  it.each([
    ['/index-list-card', null, 'W2-0001 はまだ一度も送っていません'],
    ['/index-list-card', NIGHT, 'W2-0001 から信号がありません'],
    ['/index-list-smallcard', null, 'W2-0001 はまだ一度も送っていません'],
    ['/index-list-table', null, 'W2-0001 はまだ一度も送っていません'],
  ])(
    'keeps the person in front of a silent device and names it (%s, last frame: %s)',
    async (address, lastFrameAt, words) => {
      const device = {
        serial: 'W2-0001',
        typeId: 't',
        domainId: 'home',
        rootDomainId: 'home',
        roomId: 'a',
        name: '',
        firmware: '',
        status: lastFrameAt === null ? null : { ...STATUS, lastFrameAt },
      };
      await board(
        address,
        [
          aRoom('a', {
            name: '101号室',
            live: aLive({
              // A device that never sent is no fault of a room with another device.
              fault: lastFrameAt === null ? 'none' : 'deviceOffline',
              faultSerial: 'W2-0001',
              lastFrameAt: new Date(NIGHT.getTime() + 4000),
            }),
          }),
        ],
        { kind: 'live' },
        3,
        'ja',
        undefined,
        { 'device/d': device },
      );
      const list =
        address === '/index-list-table'
          ? page.getByRole('row', { name: /101号室/ })
          : page.getByRole('list', { name: '部屋' }).getByRole('link', { name: /101号室/ });
      await expect.element(list.getByText('睡眠中')).toBeVisible();
      await expect.element(list.getByText(words)).toBeVisible();
    },
  );

  it.each([
    ['/index-list-card', 'sensorOff', 'センサー外れ A-1042'],
    ['/index-list-smallcard', 'noisy', '雑音 A-1042'],
    ['/index-list-table', 'batteryLow', '電池残量低下 A-1042'],
    // Until its document is read, nobody knows whether the device ever sent anything.
    ['/index-list-card', 'deviceOffline', '信号なし A-1042'],
  ] as const)('names the device of a fault (%s, %s)', async (address, fault, words) => {
    const faulty = aLive({
      fault,
      faultSerial: 'A-1042',
      lastFrameAt: new Date(NIGHT.getTime() + 4000),
    });
    await board(address, [aRoom('a', { name: '101号室', live: faulty })]);
    const list =
      address === '/index-list-table'
        ? page.getByRole('row', { name: /101号室/ })
        : page.getByRole('list', { name: '部屋' }).getByRole('link', { name: /101号室/ });
    await expect.element(list.getByText(words).last()).toBeVisible();
  });

  it('names the device of a fault on a card whose line shows a responder', async () => {
    await board('/index-list-card', [
      aRoom('a', {
        name: '101号室',
        live: aLive({ fault: 'sensorOff', faultSerial: 'A-1042', call: aGoing('佐藤 茜') }),
      }),
    ]);
    const card = page.getByRole('list', { name: '部屋' }).getByRole('link', { name: /101号室/ });
    await expect.element(card.getByText('佐藤 茜')).toBeVisible();
    await expect.element(card.getByText('センサー外れ A-1042')).toBeVisible();
  });

  it('shows a manager the alarms that reached no one, until a cause is recorded', async () => {
    const raisedAt = new Date(NIGHT.getTime() - 600_000);
    await board(
      '/index-list-smallcard',
      [aRoom('a', { name: '101号室' })],
      { kind: 'live' },
      3,
      'ja',
      undefined,
      {
        'room/a/accident/one': {
          kind: 'fall',
          severity: 'high',
          source: 'sensor',
          state: 'resolved',
          raisedAt,
          unreached: {
            from: raisedAt,
            until: new Date(raisedAt.getTime() + 420_000),
            cause: null,
            explainedBy: null,
            explainedAt: null,
          },
        },
      },
    );
    const tasks = page.getByRole('region', { name: '届かなかった知らせ' });
    await expect
      .element(tasks.getByText(/101号室 転倒：7分間だれにも届きませんでした。/))
      .toBeVisible();
    await tasks.getByRole('button', { name: '原因を記録する' }).click();
    await expect.element(page.getByText('端末の電源が切れていた')).toBeVisible();
  });

  it('shows as many skeletons as it last had rooms', async () => {
    cleanups.push(() => localStorage.removeItem('yamori.rooms.u.all'));
    const fixture = await board('/index-list-smallcard', many(7));
    await expect.poll(() => localStorage.getItem('yamori.rooms.u.all')).toBe('7');
    fixture.transport.silent.add('room');
    await fixture.router.navigate({ to: '/index-list-smallcard', search: { floor: '3' } as never });
    await expect
      .poll(() => document.querySelectorAll('output[aria-busy="true"] > span > *').length)
      .toBe(7);
  });

  it.each([
    [390, 844],
    [1366, 768],
    [1920, 1080],
  ])('moves nothing when the rooms arrive at %d × %d', async (width, height) => {
    await page.viewport(width, height);
    cleanups.push(() => localStorage.removeItem('yamori.rooms.u.all'));
    cleanups.push(() => void page.viewport(1366, 768));
    const getPlaces = (selector: string): readonly string[] =>
      [...document.querySelectorAll(selector)].map((element) => {
        const { left, top, width: wide, height: high } = element.getBoundingClientRect();
        return [left, top, wide, high].map(Math.round).join(' ');
      });
    const fixture = await board('/index-list-smallcard', many(7));
    await expect.poll(() => localStorage.getItem('yamori.rooms.u.all')).toBe('7');
    await expect.poll(() => getPlaces('[data-room]').length).toBe(7);
    const cards = getPlaces('[data-room]');
    fixture.transport.silent.add('room');
    await fixture.router.navigate({ to: '/index-list-smallcard', search: { floor: '3' } as never });
    await expect.poll(() => getPlaces('output[aria-busy="true"] > span > *')).toEqual(cards);
  });

  it('shows no placeholders to a member whose number of rooms is not known', async () => {
    localStorage.setItem('yamori.rooms.somebody-else.all', '9');
    cleanups.push(() => localStorage.removeItem('yamori.rooms.somebody-else.all'));
    const fixture = await board('/index-list-smallcard', many(7));
    localStorage.removeItem('yamori.rooms.u.all');
    fixture.transport.silent.add('room');
    await fixture.router.navigate({ to: '/index-list-smallcard', search: { floor: '3' } as never });
    await expect.element(page.getByText('読み込み中')).toBeVisible();
    expect(document.querySelectorAll('output[aria-busy="true"]').length).toBe(0);
  });

  it('never shows an old figure', async () => {
    await board('/index-list-card', [
      aRoom('a', {
        live: aLive({
          heartRate: { value: 62, at: new Date(NIGHT.getTime() - 60_000), certainty: 1 },
        }),
      }),
    ]);
    await expect
      .element(page.getByRole('img', { name: '心拍の新しい値はありません' }))
      .toBeInTheDocument();
  });

  it.each(['smallcard', 'card', 'table'])(
    'shows no value next to a silent device, however recent (%s)',
    async (view) => {
      await board(`/index-list-${view}`, [
        aRoom('a', {
          live: aLive({ fault: 'deviceOffline', faultSince: new Date(NIGHT.getTime() + 2000) }),
        }),
      ]);
      await expect
        .element(page.getByRole('img', { name: '信号がないため呼吸は表示しません' }))
        .toBeInTheDocument();
      await expect
        .element(page.getByRole('img', { name: '信号がないため心拍は表示しません' }))
        .toBeInTheDocument();
      expect(document.body.textContent).toContain('信号なし');
    },
  );

  it.each(['smallcard', 'card', 'table'])(
    'shows no figure of an empty bed, and says why in its label (%s)',
    async (view) => {
      await board(`/index-list-${view}`, [aRoom('a', { live: aLive({ presence: 'outOfBed' }) })]);
      await expect
        .element(page.getByRole('img', { name: '離床中のため心拍は表示しません' }))
        .toBeInTheDocument();
      expect(document.querySelector('ul[aria-label], table')?.textContent).not.toMatch(/62|14/);
    },
  );

  it.each(['smallcard', 'card', 'table'])(
    'distinguishes a rate that no device measures from an outdated one (%s)',
    async (view) => {
      const live = aLive({ measures: ['respirationRate'], heartRate: null, respirationRate: null });
      await board(`/index-list-${view}`, [aRoom('a', { live })]);
      const text = (name: string) => page.getByRole('img', { name }).element().textContent;
      await expect.poll(() => text('心拍を測る機器はこの部屋にありません')).toMatch(/測定なし$/);
      expect(text('呼吸の新しい値はありません')).toContain('--');
    },
  );

  it('calls no room empty for those who may not know who is in it', async () => {
    await board('/index-list-card', [aRoom('a', { name: '101号室' })], { kind: 'live' }, 50);
    await expect.element(page.getByText('101号室')).toBeVisible();
    expect(document.body.textContent).not.toContain('利用者なし');
  });

  it('keeps its filters in the address', async () => {
    const fixture = await board('/index-list-table', [
      aRoom('a', { name: '101号室' }),
      aRoom('b', { name: '102号室', live: aLive({ presence: 'outOfBed' }) }),
    ]);
    await expect.element(page.getByRole('rowheader', { name: '101号室' })).toBeVisible();
    await page.getByRole('combobox', { name: '在離床' }).selectOptions('outOfBed');
    await expect.poll(() => fixture.router.state.location.search).toEqual({ presence: 'outOfBed' });
    await expect.element(page.getByRole('rowheader', { name: '101号室' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('rowheader', { name: '102号室' })).toBeVisible();
  });

  it('moves among the cards by arrow keys', async () => {
    await board('/index-list-smallcard?sort=name', many(30));
    await expect.poll(() => cards().length).toBe(30);
    document.querySelector<HTMLElement>('[data-index="0"]')?.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{End}');
    await expect.poll(() => document.activeElement?.getAttribute('data-room')).toBe('r29');
  });

  it('loads pages of 50 on scrolling', async () => {
    const fixture = await board('/index-list-table?sort=name', many(120));
    await expect.element(page.getByText('50室以上', { exact: true })).toBeVisible();
    const scroller = document.querySelector('table')?.parentElement;
    scroller?.scrollTo(0, scroller.scrollHeight);
    await expect.element(page.getByText('100室以上', { exact: true })).toBeVisible();
    await new Promise((resolve) => {
      setTimeout(resolve, 1500);
    });
    await expect.element(page.getByText('100室以上', { exact: true })).toBeVisible();
    expect(fixture.transport.documents.size).toBe(120);
    scroller?.scrollTo(0, scroller.scrollHeight);
    await expect.element(page.getByText('120室', { exact: true })).toBeVisible();
  });

  it('draws only the rows that are seen', async () => {
    await board('/index-list-table?sort=name', many(50));
    await expect.element(page.getByText('50室以上', { exact: true })).toBeVisible();
    expect(document.querySelectorAll('tbody tr[class]').length).toBeLessThan(40);
  });

  it('offers the next step when there are no rooms', async () => {
    await board('/index-list-smallcard', []);
    await expect.element(page.getByText('見守る部屋がまだありません')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '部屋を登録する' })).toBeVisible();
  });

  it('tells an individual, for whom no one registers rooms, where to enter an invitation', async () => {
    await board('/index-list-smallcard', [], { kind: 'live' }, 1);
    await expect
      .element(page.getByText('部屋が共有されると、ここに状態が並びます。', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: '招待コードを入力する' })).toBeVisible();
  });

  it('says that nothing matches', async () => {
    await board('/index-list-smallcard?q=zzz', many(2));
    await expect.element(page.getByText('条件に合う部屋はありません')).toBeVisible();
  });

  it('says why it is refused', async () => {
    const fixture = await board('/index-list-smallcard', many(2));
    await expect.poll(() => cards().length).toBe(2);
    fixture.transport.failAll('query-refused');
    await expect.element(page.getByText('この一覧を見る権限がありません。')).toBeVisible();
  });

  it('says that it is no longer fed', async () => {
    const fixture = await board('/index-list-smallcard', many(2), {
      kind: 'lost',
      since: new Date(NIGHT.getTime() - 55_000),
    });
    await expect
      .poll(() => document.querySelector('[role="alert"]')?.textContent)
      .toMatch(/接続が切れました.*最後の受信は1分前です。.*部屋を直接確認してください/);
    expect(document.querySelector('[role="alert"]')?.getAttribute('data-kind')).toBe('lost');
    await page.getByRole('button', { name: 'いますぐつなぎ直す' }).click();
    expect(fixture.wakes()).toBe(1);
  });
});
