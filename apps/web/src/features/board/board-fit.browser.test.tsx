import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  aGoing,
  aLive,
  anAccident,
  aRing,
  NIGHT,
} from '../../shared/room-state/testing/live-builder.ts';
import { renderBoard } from './testing/board-fixture.tsx';
import { aRoom } from './testing/room-builders.ts';

const cleanups: (() => void)[] = [];
afterEach(async () => {
  cleanups.splice(0).forEach((cleanup) => cleanup());
  await page.viewport(1366, 768);
});

const SIZES = {
  wide: { width: 1920, height: 1080 },
  laptop: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
  /** What bars and banner leave of a phone. */
  phonePage: { width: 390, height: 660 },
} as const;
const hours = (count: number) => new Date(NIGHT.getTime() - count * 3_600_000);
const high = {
  heartRate: { value: 114, at: NIGHT, certainty: 1 },
  respirationRate: { value: 31, at: NIGHT, certainty: 1 },
};
const SILENT_DEVICE = {
  serial: 'W2-0001',
  typeId: 't',
  domainId: 'home',
  rootDomainId: 'home',
  roomId: 'r0',
  name: '',
  firmware: '',
  status: null,
};
const ward = (count: number, names: readonly string[] = []) =>
  Array.from({ length: count }, (_unused, index) =>
    aRoom(`r${index}`, {
      name: names[index] ?? `${200 + index}号室`,
      occupant: { alias: '佐々木様', sex: 'female', birthYear: 1938, note: '' },
      building: '西ユニット',
      floor: '1階',
      tags: ['見守り'],
      live: aLive({
        ...high,
        sleepStateSince: hours(index % 2 === 0 ? 12 : 0),
        ...(index === 1 ? { fault: 'batteryLow' } : {}),
      }),
    }),
  );

async function board(
  size: keyof typeof SIZES,
  address: string,
  rooms: ReturnType<typeof ward>,
  language: 'ja' | 'en' = 'ja',
  more: Readonly<Record<string, object>> = {},
) {
  await page.viewport(SIZES[size].width, SIZES[size].height);
  const fixture = await renderBoard(address, rooms, { kind: 'live' }, 3, language, undefined, more);
  cleanups.push(() => fixture.end());
  await expect.poll(() => document.querySelectorAll('[data-room]').length).toBeGreaterThan(0);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return fixture;
}

const all = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(selector),
];
const CARD = 'ul[aria-describedby="board-keys"] [data-room]';
/**
 * Elements whose text does not fit into them, or that stick out of their card, by what they say.
 */
const cutIn = (card: Element): string[] => {
  const frame = card.getBoundingClientRect();
  return [
    ...card.querySelectorAll<HTMLElement>('strong, [class*="vital"], [class*="nightWord"], time'),
  ]
    .filter((element) => element.offsetParent !== null && !element.matches('[class*="night"] *'))
    .filter(
      (element) =>
        (element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).display !== 'inline') ||
        element.getBoundingClientRect().right > frame.right - 4 ||
        element.getBoundingClientRect().bottom > frame.bottom,
    )
    .map((element) => element.textContent);
};

/** Each line of text in an element, with its box. */
function wordsIn(element: Element): { readonly text: string; readonly box: DOMRect }[] {
  const found: { text: string; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects())
      if (box.width > 1) found.push({ text: walker.currentNode.textContent ?? '', box });
  }
  return found;
}
const overlap = (one: DOMRect, other: DOMRect): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;

it.each(['wide', 'laptop', 'phone'] as const)(
  'texts in the attention list do not overlap on a %s screen',
  async (size) => {
    await board(
      size,
      '/index-list-smallcard',
      ward(6).map((room, index) => ({
        ...room,
        live: aLive({
          presence: 'outOfBed',
          accidents: [
            anAccident({
              kind: 'heartRateHigh',
              raisedAt: hours(1),
              overAt: index % 2 === 0 ? NIGHT : null,
            }),
          ],
        }),
      })),
    );
    const lines = all('aside li').filter(({ offsetParent }) => offsetParent !== null);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      const words = wordsIn(line);
      expect(words.map(({ text }) => text)).toContain('心拍が速い');
      for (const [at, { text, box }] of words.entries())
        expect(
          words
            .slice(at + 1)
            .flatMap((other) => (overlap(box, other.box) ? [text, other.text] : [])),
        ).toEqual([]);
    }
  },
);

describe('a small card', () => {
  it.each(['wide', 'laptop', 'phone'] as const)(
    'names a device that never sent in full on a %s screen',
    async (size) => {
      await board(
        size,
        '/index-list-smallcard',
        ward(14).map((room) => ({
          ...room,
          live: aLive({
            ...high,
            fault: 'deviceOffline',
            faultSerial: 'W2-0001',
            lastFrameAt: new Date(NIGHT.getTime() + 4000),
          }),
        })),
        'ja',
        { 'device/d': SILENT_DEVICE },
      );
      const lines = all(`${CARD} [class*="faultLine"]`);
      expect(lines.length).toBeGreaterThan(3);
      for (const line of lines) {
        await expect.poll(() => line.textContent).toBe('W2-0001 はまだ一度も送っていません');
        const card = line.closest('[data-room]') ?? document.body;
        const inside = card.getBoundingClientRect();
        for (const { box } of wordsIn(line)) {
          expect(box.bottom).toBeLessThanOrEqual(inside.bottom);
          expect(box.right).toBeLessThanOrEqual(inside.right);
        }
        expect(cutIn(card)).toEqual([]);
      }
    },
  );

  it.each([
    ['wide', 'ja'],
    ['laptop', 'ja'],
    ['phone', 'ja'],
    ['laptop', 'en'],
    ['phone', 'en'],
  ] as const)(
    'clips nothing on a %s screen in %s, with three digits and an old state',
    async (size, language) => {
      await board(size, '/index-list-smallcard', ward(60), language);
      expect(all(CARD).length).toBeGreaterThan(4);
      for (const card of all(CARD)) expect(cutIn(card)).toEqual([]);
    },
  );

  it.each([
    ['laptop', 14],
    ['phone', 14],
  ] as const)(
    'shows the English alarm in full on a %s, with the bed state',
    async (size, count) => {
      await board(
        size,
        '/index-list-smallcard',
        ward(count).map((room) => ({
          ...room,
          live: aLive({ accidents: [anAccident({ kind: 'apnea' })] }),
        })),
        'en',
      );
      const words = all(`${CARD} [class*="word"]`).filter(
        (word) => word.textContent === 'Breathing pause',
      );
      expect(words.length).toBeGreaterThan(3);
      for (const word of words) expect(word.scrollWidth).toBeLessThanOrEqual(word.clientWidth);
    },
  );

  it.each([14, 28, 30])(
    'shows the alarm in full with %i rooms on a wide screen, and the bed state in full or as an icon',
    async (count) => {
      await board(
        'wide',
        '/index-list-smallcard',
        ward(count).map((room) => ({
          ...room,
          live: aLive({ accidents: [anAccident({ kind: 'apnea' })] }),
        })),
      );
      for (const word of all(`${CARD} [class*="word"]`))
        expect([word.textContent, word.scrollWidth <= word.clientWidth]).toEqual([
          '呼吸の停止',
          true,
        ]);
      for (const bed of all(`${CARD} [title="在床"]`)) {
        const [shape, words] = [bed.querySelector('svg'), bed.querySelector('span')].map((part) =>
          part?.getBoundingClientRect(),
        );
        const frame = bed.getBoundingClientRect();
        expect([
          (shape?.right ?? 0) <= frame.right + 1,
          (shape?.left ?? 0) >= frame.left - 1,
        ]).toEqual([true, true]);
        const isSeen = (words?.top ?? 0) < frame.bottom;
        if (isSeen) expect(words?.right).toBeLessThanOrEqual(frame.right + 1);
      }
    },
  );

  it('keeps the number of a room with a long name, and omits its age', async () => {
    await board('laptop', '/index-list-smallcard', ward(60, ['1棟東ユニット 201号室', '0203号室']));
    const [long, four] = ['1棟東ユニット 201号室', '0203号室']
      .map((name) => all(CARD).find((card) => card.querySelector('strong')?.textContent === name))
      .map((card) => ({
        name: card?.querySelector('strong'),
        age: card?.querySelector('time'),
        head: card?.querySelector('strong')?.parentElement,
      }));
    expect(long?.name?.scrollHeight).toBeLessThanOrEqual((long?.name?.clientHeight ?? 0) + 2);
    expect(long?.name?.scrollWidth).toBeLessThanOrEqual((long?.name?.clientWidth ?? 0) + 1);
    expect(long?.age?.getBoundingClientRect().top).toBeGreaterThanOrEqual(
      long?.head?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY,
    );
    expect(four?.age?.getBoundingClientRect().bottom).toBeLessThanOrEqual(
      four?.head?.getBoundingClientRect().bottom ?? 0,
    );
  });

  it('grows if there are few rooms, and still clips nothing', async () => {
    await board('wide', '/index-list-smallcard', ward(3), 'en');
    const figure = all(`${CARD} [class*="vitalValue"]`)[0];
    expect(
      Number.parseFloat(getComputedStyle(figure ?? document.body).fontSize),
    ).toBeGreaterThanOrEqual(36);
    for (const card of all(CARD)) expect(cutIn(card)).toEqual([]);
  });
});

describe('a call', () => {
  /** Every third room calls, or has a responder with a long name; some residents are out of bed. */
  const calling = (count: number) =>
    ward(count).map((room, index) => ({
      ...room,
      live: aLive({
        ...high,
        call: index % 3 === 0 ? aRing() : index % 3 === 1 ? aGoing('長谷川 恵美子') : null,
        presence: index % 2 === 0 ? 'outOfBed' : 'inBed',
      }),
    }));
  const getWords = (card: Element): (Element | null)[] =>
    [...card.querySelectorAll('[class*="badgeWord"], [class*="_word"]')].filter(
      ({ textContent }) => textContent === '呼び出し',
    );

  it.each([
    ['wide', 'card'],
    ['laptop', 'card'],
    ['phone', 'card'],
    ['wide', 'smallcard'],
    ['laptop', 'smallcard'],
    ['phone', 'smallcard'],
  ] as const)(
    'a call on a %s screen (%s) shows its label in full, and the icon of the bed state',
    async (size, view) => {
      await board(size, `/index-list-${view}`, calling(24));
      const cards = all(CARD).filter((card) => getWords(card).length > 0);
      expect(cards.length).toBeGreaterThan(0);
      for (const card of cards) {
        for (const word of getWords(card))
          expect(word?.scrollWidth).toBeLessThanOrEqual((word?.clientWidth ?? 0) + 1);
        const bed = card.querySelector('[class*="bed"] svg')?.getBoundingClientRect();
        expect(bed?.width).toBeGreaterThan(8);
        expect(bed?.right).toBeLessThanOrEqual(card.getBoundingClientRect().right - 4);
      }
    },
  );

  it.each([
    ['laptop', 'smallcard'],
    ['phone', 'smallcard'],
    ['laptop', 'card'],
    ['phone', 'card'],
  ] as const)(
    'a call on a %s screen (%s) names its responder in full, also with a fault',
    async (size, view) => {
      await board(
        size,
        `/index-list-${view}`,
        calling(24)
          .filter((_room, index) => index % 3 !== 0)
          .map((room, index) => ({
            ...room,
            live: { ...room.live, fault: index % 2 === 0 ? 'batteryLow' : 'none' },
          })),
      );
      const names = all(`${CARD} [class*="going"]`);
      expect(names.length).toBeGreaterThan(1);
      for (const name of names) {
        expect(name.textContent).toBe('長谷川 恵美子');
        expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
        expect(name.getBoundingClientRect().bottom).toBeLessThanOrEqual(
          name.closest('[data-room]')?.getBoundingClientRect().bottom ?? 0,
        );
      }
    },
  );

  it.each(['wide', 'laptop', 'phone'] as const)(
    'a call on a large card of a %s screen shows its time, and its label in full with bed state and fault',
    async (size) => {
      await board(
        size,
        '/index-list-card',
        calling(24).map((room) => ({ ...room, live: { ...room.live, fault: 'sensorOff' } })),
      );
      const calls = all(CARD).filter((card) => card.textContent.includes('呼び出し'));
      expect(calls.length).toBeGreaterThan(0);
      for (const card of calls) {
        const ages = [...card.querySelectorAll('time')].filter(
          (time) => time.getBoundingClientRect().width > 0,
        );
        expect(
          ages.map(
            (age) =>
              age.scrollWidth <= age.clientWidth + 1 || getComputedStyle(age).display === 'inline',
          ),
        ).toEqual([true]);
        for (const word of getWords(card))
          expect(word?.scrollWidth).toBeLessThanOrEqual((word?.clientWidth ?? 0) + 1);
        expect(
          card.querySelector('[class*="fault"] svg')?.getBoundingClientRect().right,
        ).toBeLessThanOrEqual(card.getBoundingClientRect().right - 4);
      }
    },
  );

  it('a phone shows two complete lines, and the rest behind a button', async () => {
    await board('phone', '/index-list-smallcard', calling(9));
    const shown = (): HTMLElement[] =>
      all('aside li').filter((entry) => entry.getBoundingClientRect().height > 0);
    await expect.poll(() => shown().length).toBe(2);
    const list = document.querySelector('aside ul');
    expect(list?.scrollHeight).toBeLessThanOrEqual((list?.clientHeight ?? 0) + 1);
    expect(document.querySelector('aside')?.getBoundingClientRect().height).toBeLessThan(220);
    await page.getByRole('button', { name: 'ほか4室' }).click();
    await expect.poll(() => shown().length).toBe(6);
  });

  it('a phone shows two complete lines with the tasks of a manager, above the board', async () => {
    const raisedAt = hours(1);
    const unreached = { from: raisedAt, until: NIGHT, cause: null };
    await board('phonePage', '/index-list-smallcard', calling(9), 'ja', {
      'room/r0/accident/one': {
        kind: 'apnea',
        severity: 'high',
        source: 'sensor',
        state: 'resolved',
        raisedAt,
        unreached: { ...unreached, explainedBy: null, explainedAt: null },
      },
    });
    const tasks = page.getByRole('region', { name: '届かなかった知らせ' });
    await expect.element(tasks).toBeVisible();
    const list = document.querySelector('aside ul');
    expect(list?.scrollHeight).toBeLessThanOrEqual((list?.clientHeight ?? 0) + 1);
    const [rail, rooms] = ['aside', '[class*="scroller"]'].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect(),
    );
    expect(tasks.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(rail?.bottom ?? 0);
    expect(rail?.bottom).toBeLessThanOrEqual(rooms?.top ?? 0);
  });
});

describe('the board', () => {
  it('shows sixteen rooms as large cards on a laptop, cut nowhere', async () => {
    await board('laptop', '/index-list-card', ward(16));
    const cards = all(CARD);
    expect(cards.length).toBe(16);
    const scroller = document.querySelector('[class*="scroller"]')?.getBoundingClientRect();
    for (const card of cards) {
      expect(cutIn(card)).toEqual([]);
      expect(card.getBoundingClientRect().bottom).toBeLessThanOrEqual(scroller?.bottom ?? 0);
    }
  });

  it.each(['smallcard', 'card', 'table'])(
    'does not scroll sideways on a phone (%s)',
    async (view) => {
      await board('phone', `/index-list-${view}`, ward(12));
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
      if (view !== 'table')
        expect(
          all('[class*="scroller"]').map((element) => element.scrollWidth - element.clientWidth),
        ).toEqual([0]);
    },
  );

  it.each([
    ['ja', ''],
    ['en', ''],
    ['ja', '?sleep=asleep&building=西ユニット'],
    ['en', '?sleep=asleep'],
  ] as const)(
    'shows its filters on one line of a laptop in %s (%s), without clipping',
    async (language, asked) => {
      // The width of the board with the open rail and the attention list.
      await board(
        'laptop',
        `/index-list-smallcard${asked}`,
        [
          ...ward(12),
          aRoom('x', { name: '401号室', building: '本館', floor: '4階', tags: ['転倒注意'] }),
        ],
        language,
      );
      const bar = document.querySelector<HTMLElement>('search');
      if (bar === null) throw new Error('there are no filters');
      bar.style.width = '834px';
      const tops = new Set(
        [...bar.children]
          .filter((child) => child.getBoundingClientRect().width > 0)
          .map((child) =>
            Math.round(
              child.getBoundingClientRect().top + child.getBoundingClientRect().height / 2,
            ),
          ),
      );
      expect(tops.size).toBe(1);
      expect(bar.scrollWidth).toBeLessThanOrEqual(bar.clientWidth);
      const pen = document.createElement('canvas').getContext('2d');
      for (const select of bar.querySelectorAll('select')) {
        if (pen === null || select.clientWidth === 0) continue;
        pen.font = getComputedStyle(select).font;
        // The browser's arrow takes this width next to the text.
        expect(select.clientWidth, select.selectedOptions[0]?.textContent).toBeGreaterThanOrEqual(
          pen.measureText(select.selectedOptions[0]?.textContent ?? '').width + 24,
        );
      }
    },
  );

  it('shows state, heart rate and respiration of the table on a phone, and a hint at further columns', async () => {
    await board('phone', '/index-list-table', ward(12));
    await expect
      .poll(() =>
        all('thead th')
          .slice(0, 4)
          .map((head) => head.textContent),
      )
      .toEqual(['部屋', '状態', '心拍 /分', '呼吸 /分']);
    const cells = all('tbody tr:has(a) > *').slice(0, 4);
    expect(
      cells.map(
        (cell) =>
          cell.getBoundingClientRect().right <= 390 &&
          (cell.querySelector('a') ?? cell).scrollWidth <= cell.clientWidth,
      ),
    ).toEqual([true, true, true, true]);
    await expect
      .poll(() => document.querySelector('[data-more]')?.getAttribute('data-more'))
      .toBe('true');
    const scroller = document.querySelector<HTMLElement>('[data-table]');
    scroller?.scrollTo({ left: 5000 });
    await expect
      .poll(() => document.querySelector('[data-more]')?.getAttribute('data-more'))
      .toBe('false');
    // The room stays, and the row still leads to it.
    const { left, right, top } = all('tbody tr:has(a) > th')[0]?.getBoundingClientRect() ?? {
      left: -1,
      right: 0,
      top: 0,
    };
    expect(left).toBeGreaterThanOrEqual(0);
    expect(document.elementFromPoint(right + 120, top + 10)?.closest('a')?.textContent).toBe(
      all('tbody tr:has(a) > th')[0]?.textContent,
    );
  });

  it('reserves no space for its end', async () => {
    await board('laptop', '/index-list-smallcard', ward(12));
    await expect.element(page.getByText('すべて表示しました')).toBeInTheDocument();
    const scroller = document.querySelector('[class*="scroller"]')?.getBoundingClientRect();
    expect(scroller?.bottom).toBe(
      document.querySelector('[class*="list"]')?.getBoundingClientRect().bottom,
    );
  });
});

describe('the number of a room on a phone', () => {
  const isWhole = (element: HTMLElement | null): boolean => {
    if (element === null) return false;
    const text = document.createRange();
    text.selectNodeContents(element);
    // The browser reports no box for text behind an ellipsis.
    element.style.textOverflow = 'clip';
    const box = element.getBoundingClientRect();
    return [...text.getClientRects()].every(
      ({ left, right, top, bottom }) =>
        left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom + 1,
    );
  };
  const NAMES = ['305号室', '1棟東ユニット 208号室'];

  it.each(NAMES)('is whole in the attention list, beside two buttons (%s)', async (name) => {
    const by = { userId: 'u1', name: '長宗我部 小百合' };
    const alarm = anAccident({ state: 'acknowledged', by, acknowledgedAt: hours(1) });
    const room = aRoom('a', { name, live: aLive({ accidents: [alarm] }) });
    await board('phone', '/index-list-table', [room]);
    await expect.poll(() => document.querySelectorAll('aside li button').length).toBeGreaterThan(1);
    const shown = document.querySelector<HTMLElement>('aside li [class*="room"]');
    expect(shown?.textContent).toBe(name);
    expect(isWhole(shown)).toBe(true);
  });
});
