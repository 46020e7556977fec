import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DateField } from '../date/date-field.tsx';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderUi } from '../testing/ui-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));
const NOW = new Date(2026, 10, 21, 22, 0).getTime();

function Day({ min, max }: { readonly min?: string; readonly max?: string }) {
  const [value, setValue] = useState('2026/11/18');
  return (
    <DateField label="入居日" name="day" value={value} min={min} max={max} onChange={setValue} />
  );
}

/** Opens the calendar; the focus is on the chosen day, a Wednesday. */
async function openCalendar(limits: { min?: string; max?: string } = {}): Promise<void> {
  cleanups.push((await renderUi(<Day {...limits} />, NOW)).end);
  await page.getByRole('button', { name: '日付を選ぶ' }).click();
  await expect.poll(day).toBe('2026/11/18');
}

const press = (keys: string) => userEvent.keyboard(keys);
const day = () => document.activeElement?.getAttribute('data-day');
const grid = () => page.getByRole('grid');
const field = () => page.getByRole('textbox', { name: '入居日' });

describe('the grid of a calendar', () => {
  it('the month names it, and weekdays have full names', async () => {
    await openCalendar();
    await expect.element(grid()).toHaveAccessibleName('2026年11月');
    expect(
      [...document.querySelectorAll('th')].map((head) => [head.textContent, head.abbr]).slice(0, 2),
    ).toEqual([
      ['日', '日曜日'],
      ['月', '月曜日'],
    ]);
  });

  it.each([
    ['Arrow Right moves to the next day', '{ArrowRight}', '2026/11/19'],
    ['Arrow Left moves to the day before', '{ArrowLeft}', '2026/11/17'],
    ['Arrow Down moves to the next week', '{ArrowDown}', '2026/11/25'],
    ['Arrow Up moves to the week before', '{ArrowUp}', '2026/11/11'],
    ['Home moves to the Sunday of the week', '{Home}', '2026/11/15'],
    ['End moves to the Saturday of the week', '{End}', '2026/11/21'],
    ['Page Down moves to the next month', '{PageDown}', '2026/12/18'],
    ['Page Up moves to the month before', '{PageUp}', '2026/10/18'],
    ['Shift Page Down moves to the next year', '{Shift>}{PageDown}{/Shift}', '2027/11/18'],
    ['Shift Page Up moves to the year before', '{Shift>}{PageUp}{/Shift}', '2025/11/18'],
  ])('%s', async (_, keys, expected) => {
    await openCalendar();
    await press(keys);
    await expect.poll(day).toBe(expected);
    await expect
      .element(grid())
      .toHaveAccessibleName(
        new RegExp(`^${expected.slice(0, 4)}年${Number(expected.slice(5, 7))}月$`),
      );
  });

  it('Enter chooses the day, closes the calendar and returns the focus', async () => {
    await openCalendar();
    await press('{ArrowRight}');
    await expect.poll(day).toBe('2026/11/19');
    await press('{Enter}');
    await expect.element(field()).toHaveValue('2026/11/19');
    await expect.element(grid()).not.toBeInTheDocument();
    await expect.element(field()).toHaveFocus();
  });

  it('Escape closes the calendar without a choice and returns the focus', async () => {
    await openCalendar();
    await press('{ArrowRight}{Escape}');
    await expect.element(grid()).not.toBeInTheDocument();
    await expect.element(field()).toHaveValue('2026/11/18');
    await expect.element(field()).toHaveFocus();
  });

  it('one day is in the tab order, the chosen one is selected, today is current', async () => {
    await openCalendar();
    const days = (selector: string) =>
      [...document.querySelectorAll(`td${selector}`)].map(
        (cell) => cell.querySelector('[data-day]')?.getAttribute('data-day') ?? '',
      );
    expect([
      days(':has([tabindex="0"])'),
      days('[aria-selected="true"]'),
      days(':has([aria-current="date"])'),
    ]).toEqual([['2026/11/18'], ['2026/11/18'], ['2026/11/21']]);
  });

  it('keys stop at the first and the last day that can be chosen', async () => {
    await openCalendar({ min: '2026/11/17', max: '2026/11/19' });
    await press('{PageUp}');
    await expect.poll(day).toBe('2026/11/17');
    await press('{ArrowDown}');
    await expect.poll(day).toBe('2026/11/19');
    await expect.element(page.getByRole('button', { name: '2026年11月16日月曜日' })).toBeDisabled();
  });

  it('passes the accessibility check', async () => {
    await openCalendar();
    await expectAccessible(document.body);
  });
});
