import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anAccident, aLive } from '../../shared/room-state/testing/live-builder.ts';
import { renderBoard } from './testing/board-fixture.tsx';
import { aRoom } from './testing/room-builders.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

async function board(address: string, rooms: Parameters<typeof renderBoard>[1]) {
  const fixture = await renderBoard(address, rooms);
  cleanups.push(() => fixture.end());
  await expect.poll(shown).not.toEqual([]);
  return { ...fixture, search: () => fixture.router.state.location.search };
}

const shown = (): string[] =>
  [...document.querySelectorAll('tbody th[scope="row"]')].map((cell) => cell.textContent);
const focused = (): string | null | undefined => document.activeElement?.getAttribute('data-room');
const many = (count: number) =>
  Array.from({ length: count }, (_unused, index) =>
    aRoom(`r${index}`, { name: `${String(index + 1).padStart(3, '0')}号室` }),
  );
const WARD = [
  aRoom('a', { name: '101号室', floor: '1階' }),
  aRoom('b', {
    name: '102号室',
    floor: '1階',
    live: aLive({ sleepState: 'awake', heartRate: null }),
  }),
  aRoom('c', {
    name: '201号室',
    floor: '2階',
    live: aLive({ accidents: [anAccident()] }),
  }),
  aRoom('d', { name: '202号室', floor: '2階', live: aLive({ fault: 'batteryLow' }) }),
];

describe('keyboard navigation of the table', () => {
  it('the arrow keys move by rows, within the table', async () => {
    await board('/index-list-table?sort=name', many(45));
    document.querySelector<HTMLElement>('[data-index="0"]')?.focus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(focused).toBe('r0');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(focused).toBe('r2');
    await userEvent.keyboard('{End}');
    await expect.poll(focused).toBe('r44');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(focused).toBe('r44');
    await userEvent.keyboard('{Home}');
    await expect.poll(focused).toBe('r0');
  });

  it('the whole table is one Tab stop', async () => {
    await board('/index-list-table?sort=name', many(20));
    expect(document.querySelectorAll('tbody [data-room][tabindex="0"]')).toHaveLength(1);
    document.querySelector<HTMLElement>('[data-index="0"]')?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect
      .poll(() =>
        document.querySelector('tbody [data-room][tabindex="0"]')?.getAttribute('data-room'),
      )
      .toBe('r1');
  });

  it('every room keeps its place while the table has the focus: a new one comes last', async () => {
    const fixture = await board('/index-list-table?sort=name', many(5));
    document.querySelector<HTMLElement>('[data-index="0"]')?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(focused).toBe('r1');
    fixture.put(aRoom('first', { name: '000号室' }));
    await expect
      .poll(shown)
      .toEqual(['001号室', '002号室', '003号室', '004号室', '005号室', '000号室']);
    expect(
      document.querySelector('tbody [data-room][tabindex="0"]')?.getAttribute('data-room'),
    ).toBe('r1');
  });
});

describe('the filters of the board', () => {
  it.each([
    ['floor=2%E9%9A%8E', ['201号室', '202号室']],
    ['sleep=awake', ['102号室']],
    ['fault=batteryLow', ['202号室']],
    ['accident=1', ['201号室']],
    ['q=102', ['102号室']],
    ['floor=2%E9%9A%8E&fault=none', ['201号室']],
  ])('%s selects its rooms', async (search, names) => {
    await board(`/index-list-table?sort=name&${search}`, WARD);
    await expect.poll(shown).toEqual(names);
  });

  it('floors come from the rooms, the address stores them, and one button clears all filters', async () => {
    const fixture = await board('/index-list-table?sort=name', WARD);
    const floors = page.getByRole('combobox', { name: '階' });
    await expect
      .poll(() => [...floors.element().querySelectorAll('option')].map(({ value }) => value))
      .toEqual(['', '1階', '2階']);
    await floors.selectOptions('2階');
    await page.getByRole('button', { name: /^アラート/ }).click();
    await expect.poll(fixture.search).toEqual({ sort: 'name', floor: '2階', accident: '1' });
    await expect.poll(shown).toEqual(['201号室']);
    await page.getByRole('button', { name: '条件を消す' }).click();
    await expect.poll(shown).toEqual(['101号室', '102号室', '201号室', '202号室']);
    await expect.poll(fixture.search).toEqual({ sort: 'name' });
  });

  it('a room disappears when its state no longer matches', async () => {
    const fixture = await board('/index-list-table?sort=name&sleep=asleep', WARD);
    await expect.poll(shown).toContain('101号室');
    fixture.put(
      aRoom('a', { name: '101号室', floor: '1階', live: aLive({ sleepState: 'dozing' }) }),
    );
    await expect.poll(shown).not.toContain('101号室');
  });
});
