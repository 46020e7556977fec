import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Dialog } from '../dialog/dialog.tsx';
import { renderUi } from '../testing/ui-fixture.tsx';
import { DateField } from './date-field.tsx';
import { DateRangeField, type DateSpan } from './date-range-field.tsx';
import { TimeField } from './time-field.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));
const NOW = new Date(2026, 10, 21, 22, 0).getTime();

async function setUp(children: React.ReactNode): Promise<void> {
  const fixture = await renderUi(children, NOW);
  cleanups.push(fixture.end);
  await expect.element(page.getByRole('textbox').first()).toBeVisible();
}

function OneDay({ initial = '', min, max }: { initial?: string; min?: string; max?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <DateField label="入居日" name="day" value={value} min={min} max={max} onChange={setValue} />
  );
}

const field = () => page.getByRole('textbox', { name: '入居日' });
const open = () => page.getByRole('button', { name: '日付を選ぶ' }).click();
const focused = () => document.activeElement?.getAttribute('data-day');
const calendar = () => page.getByRole('dialog', { name: '日付を選ぶ' });

describe('DateField', () => {
  it('inserts the slashes while the user types', async () => {
    await setUp(<OneDay />);
    await field().click();
    await userEvent.keyboard('2026/1/5');
    await expect.element(field()).toHaveValue('2026/01/5');
    await field().fill('2026/11/21');
    await expect.element(field()).toHaveValue('2026/11/21');
  });

  it('opens a month at today, Sunday first, with its name in Japanese', async () => {
    await setUp(<OneDay />);
    await open();
    await expect.element(calendar()).toBeVisible();
    await expect.element(page.getByText('2026年11月', { exact: true })).toBeVisible();
    expect(
      [...document.querySelectorAll('thead th')].map((head) => head.textContent).join(''),
    ).toBe('日月火水木金土');
    await expect.poll(focused).toBe('2026/11/21');
    expect(document.activeElement?.getAttribute('aria-current')).toBe('date');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('2026年11月21日土曜日');
  });

  it('takes a day from the calendar, clears it, and sets it to today', async () => {
    await setUp(<OneDay />);
    await open();
    await page.getByRole('button', { name: '2026年11月3日火曜日' }).click();
    await expect.element(field()).toHaveValue('2026/11/03');
    await open();
    await page.getByRole('button', { name: '消す' }).click();
    await expect.element(field()).toHaveValue('');
    await open();
    await page.getByRole('button', { name: '今日' }).click();
    await expect.element(field()).toHaveValue('2026/11/21');
  });

  it('allows no day before its first or after its last one', async () => {
    await setUp(<OneDay min="2026/11/10" max="2026/11/20" />);
    await open();
    await expect.poll(focused).toBe('2026/11/20');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(focused).toBe('2026/11/20');
    await expect.element(page.getByRole('button', { name: '2026年11月9日月曜日' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: '次の月' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: '前の年' })).toBeDisabled();
    expect(page.getByRole('button', { name: '今日' }).query()).toBeNull();
  });

  it('closes its calendar on Escape and on a press elsewhere', async () => {
    await setUp(
      <>
        <button type="button">よそ</button>
        <OneDay />
      </>,
    );
    await open();
    await userEvent.keyboard('{Escape}');
    await expect.element(calendar()).not.toBeInTheDocument();
    await expect.element(field()).toHaveFocus();
    await open();
    await page.getByRole('button', { name: 'よそ' }).click();
    await expect.element(calendar()).not.toBeInTheDocument();
    await open();
    await open();
    await expect.element(calendar()).not.toBeInTheDocument();
  });

  it('shows its calendar over a dialog, and Escape closes it before the dialog', async () => {
    function Screen() {
      const [shown, setShown] = useState(true);
      return (
        <Dialog open={shown} title="登録" onClose={() => setShown(false)}>
          <OneDay />
        </Dialog>
      );
    }
    await setUp(<Screen />);
    await open();
    await expect.poll(focused).toBe('2026/11/21');
    const box = calendar().element().getBoundingClientRect();
    expect([box.top >= 0, box.bottom <= window.innerHeight]).toEqual([true, true]);
    await userEvent.keyboard('{Escape}');
    await expect.element(calendar()).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog', { name: '登録' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog', { name: '登録' })).not.toBeInTheDocument();
  });
});

describe('DateRangeField', () => {
  function Span() {
    const [value, setValue] = useState<DateSpan>({ from: '', to: '' });
    return <DateRangeField label="期間" name="span" value={value} onChange={setValue} />;
  }

  it('takes the first and then the last day from one calendar', async () => {
    await setUp(<Span />);
    await open();
    await page.getByRole('button', { name: '2026年11月10日火曜日' }).click();
    await expect.element(page.getByRole('textbox', { name: '開始日' })).toHaveValue('2026/11/10');
    await page.getByRole('button', { name: '2026年11月12日木曜日' }).click();
    await expect.element(page.getByRole('textbox', { name: '終了日' })).toHaveValue('2026/11/12');
    await expect.element(calendar()).not.toBeInTheDocument();
    await open();
    expect(
      [...document.querySelectorAll("td[aria-selected='true'] button")].map((cell) =>
        cell.getAttribute('data-day'),
      ),
    ).toEqual(['2026/11/10', '2026/11/11', '2026/11/12']);
  });

  it('forms a group with a name', async () => {
    await setUp(<Span />);
    await expect.element(page.getByRole('group', { name: '期間' })).toBeVisible();
  });
});

describe('TimeField', () => {
  function Time() {
    const [value, setValue] = useState('');
    return (
      <TimeField
        label="夜の始まり"
        name="time"
        value={value}
        stepMinutes={15}
        onChange={setValue}
      />
    );
  }

  it('uses 24 hours, and the arrow keys change the part at the caret', async () => {
    await setUp(<Time />);
    const time = page.getByRole('textbox');
    await time.click();
    await userEvent.keyboard('2145');
    await expect.element(time).toHaveValue('21:45');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(time).toHaveValue('21:00');
    await userEvent.keyboard('{Home}{ArrowUp}{ArrowUp}{ArrowUp}');
    await expect.element(time).toHaveValue('00:00');
  });
});
