import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FILTER, openReport as open } from './testing/report-fixture.tsx';
import { expectAccessible } from '../../kit/testing/expect-accessible.ts';

const HOME = {
  code: 'home',
  name: 'あかね苑',
  nameKana: '',
  kind: 'facility',
  parentDomainId: null,
  rootDomainId: 'home',
  ancestorIds: [],
  timeZone: 'Asia/Tokyo',
  nightStartsAt: '12:00',
};
const room = (name: string, more: object = {}) => ({
  domainId: 'home',
  rootDomainId: 'home',
  name,
  tags: [],
  ...more,
});
/** Five buildings with a hundred rooms each. */
const MANY = Object.fromEntries(
  Array.from({ length: 500 }, (_, index) => [
    `room/r${index}`,
    room(String(1000 + index), {
      building: `${Math.floor(index / 100) + 1}号館`,
      floor: `${Math.floor((index % 100) / 20) + 1}階`,
    }),
  ]),
);
const button = () => page.getByRole('button', { name: /^部屋：/ });
const focused = (): string | null =>
  document.activeElement?.closest('label')?.textContent ??
  document.activeElement?.getAttribute('aria-label') ??
  null;

describe('the choice of rooms', () => {
  it('the search finds one room of five hundred, and the keyboard chooses a whole floor', async () => {
    const { search, filters } = await open('/report', {
      documents: { 'domain/home': HOME, ...MANY },
    });
    await expect.element(button()).toBeVisible();
    button().element().focus();
    await userEvent.keyboard('{Enter}');
    const field = page.getByRole('searchbox', { name: '部屋を検索' });
    await expect.element(field).toHaveFocus();
    await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(501);
    await userEvent.keyboard('1277{ArrowDown}{ArrowDown} ');
    await expect.poll(() => filters().at(-1)).toEqual({ ...FILTER, roomIds: ['r277'] });
    await expect.element(button()).toHaveAccessibleName('部屋：1277');
    // The search matches the location as well, and one press chooses all results.
    await field.fill('３号館 5階');
    await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(21);
    field.element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(() => search()['room']?.split(',').length).toBe(21);
    await expect.element(button()).toHaveAccessibleName('部屋：21件を選択');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => search()['room']).toBe('r277');
    // An empty selection means all.
    await userEvent.keyboard('{Home} ');
    await expect.poll(() => search()['room'] ?? '').toBe('');
    await expect.element(button()).toHaveAccessibleName('部屋：すべての部屋');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: '部屋' })).not.toBeInTheDocument();
    expect(document.activeElement).toBe(button().element());
  });

  it('each floor has a heading, and the list is one tab stop with arrows between lines', async () => {
    const { search } = await open('/report', {
      documents: {
        'domain/home': HOME,
        'room/a': room('201', { floor: '2階' }),
        'room/b': room('202', { floor: '2階' }),
        'room/c': room('301', { floor: '3階' }),
        'room/d': room('談話室'),
      },
    });
    await button().click();
    await expect
      .element(page.getByRole('group', { name: '2階' }).getByRole('checkbox', { name: '202' }))
      .toBeInTheDocument();
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('すべての部屋');
    const passed: (string | null)[] = [];
    for (let step = 0; step < 6; step++) {
      await userEvent.keyboard('{ArrowDown}');
      passed.push(focused());
    }
    expect(passed).toEqual(['2階をすべて選ぶ', '201', '202', '3階をすべて選ぶ', '301', '談話室']);
    await page.getByRole('button', { name: '2階をすべて選ぶ' }).click();
    await expect.poll(() => search()['room']).toBe('a,b');
    await page.getByRole('button', { name: '2階の選択を外す' }).click();
    await expect.poll(() => search()['room'] ?? '').toBe('');
  });

  it('unknown rooms of the address are reported and can be removed', async () => {
    const { search, filters } = await open('/report?room=r0,gone-1,elsewhere', {
      size: [390, 844],
      documents: {
        'domain/home': HOME,
        'room/r0': room('201'),
        'room/elsewhere': room('999', { domainId: 'other', rootDomainId: 'other' }),
      },
    });
    await expect
      .poll(() => filters().at(-1))
      .toMatchObject({ roomIds: ['r0', 'gone-1', 'elsewhere'] });
    await page.getByRole('button', { name: /^絞り込み/ }).click();
    await button().click();
    const unknown = page.getByRole('checkbox', { name: 'この組織にない部屋（2件）' });
    await expect.element(unknown).toBeChecked();
    await unknown.click();
    await expect.poll(() => search()['room']).toBe('r0');
    await expect.element(button()).toHaveAccessibleName('部屋：201');
    expect(document.body.textContent).not.toContain('gone-1');
  });

  it('the summary line of the filters reports them', async () => {
    await open('/report?room=gone-1', {
      size: [390, 844],
      documents: { 'domain/home': HOME, 'room/r0': room('201') },
    });
    await expect
      .poll(() => page.getByRole('button', { name: /^絞り込み/ }).element().textContent)
      .toContain('7夜・この組織にない部屋（1件）');
  });

  it.each([
    [1366, 768],
    [390, 844],
  ] as const)('the choice passes the accessibility checks at %i × %i', async (width, height) => {
    const { place } = await open('/report', {
      size: [width, height],
      documents: { 'domain/home': HOME, ...MANY },
    });
    if (width < 700) await page.getByRole('button', { name: /^絞り込み/ }).click();
    await button().click();
    await expect.poll(() => page.getByRole('checkbox').elements().length).toBe(501);
    await expectAccessible(place);
  });
});
