import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderUi } from '../testing/ui-fixture.tsx';
import { ToggleField } from './check-field.tsx';
import { ColourField } from './colour-field.tsx';
import { FileField } from './file-field.tsx';
import { NumberField } from './number-field.tsx';
import { PasswordField } from './password-field.tsx';
import { SearchSelectField } from './search-select-field.tsx';
import { SegmentedField } from './segmented-field.tsx';
import { TagsField } from './tags-field.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { TextField } from './text-field.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));
const kept: unknown[] = [];

function Held<Value>({
  initial,
  children,
}: {
  initial: Value;
  children: (value: Value, change: (next: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(initial);
  return children(value, (next) => {
    kept.push(next);
    setValue(next);
  });
}

async function setUp<Value>(
  initial: Value,
  children: (value: Value, change: (next: Value) => void) => ReactNode,
): Promise<void> {
  kept.length = 0;
  const fixture = await renderUi(<Held initial={initial}>{children}</Held>);
  cleanups.push(fixture.end);
  await expect.poll(() => fixture.place.textContent).not.toBe('');
}
const last = () => kept.at(-1);

describe('NumberField', () => {
  const field = () => page.getByRole('spinbutton', { name: '温度' });
  const temperature = () =>
    setUp<number | null>(36.5, (value, change) => (
      <NumberField
        label="温度"
        name="t"
        unit="℃"
        step={0.1}
        min={30}
        max={37}
        value={value}
        onChange={change}
      />
    ));

  it('keeps an incomplete number while typing, and formats it on blur', async () => {
    await temperature();
    await field().fill('36.');
    await expect.element(field()).toHaveValue('36.');
    expect(last()).toBe(36);
    await userEvent.keyboard('{Tab}');
    await expect.element(field()).toHaveValue('36');
    await field().fill('３６．７');
    expect(last()).toBe(36.7);
    await field().fill('');
    expect(last()).toBeNull();
  });
});

describe('NumberField with an invalid number', () => {
  const beds = () => page.getByRole('spinbutton', { name: '定員' });
  it.each([
    ['-3', -3, '1以上の数値を入力してください。'],
    ['21', 21, '20以下の数値を入力してください。'],
    ['1.5', 1.5, '整数で入力してください。'],
  ])('the input %s stays, with an error after the blur', async (typed, value, words) => {
    await setUp<number | null>(null, (held, change) => (
      <NumberField label="定員" name="beds" min={1} max={20} value={held} onChange={change} />
    ));
    await beds().click();
    await userEvent.keyboard(typed);
    expect(last()).toBe(value);
    await expect.element(page.getByText(words)).not.toBeInTheDocument();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(beds()).toHaveValue(typed);
    expect(beds().element().getAttribute('aria-invalid')).toBe('true');
  });
});

describe('SegmentedField and SearchSelectField', () => {
  it('a few choices form a group with a name and arrow keys', async () => {
    await setUp<'day' | 'night' | ''>('', (value, change) => (
      <SegmentedField
        label="勤務"
        name="shift"
        value={value}
        choices={[
          { value: 'day', label: '日勤' },
          { value: 'night', label: '夜勤' },
        ]}
        onChange={change}
      />
    ));
    await expect.element(page.getByRole('radiogroup', { name: '勤務' })).toBeVisible();
    await page.getByRole('radio', { name: '日勤' }).click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('radio', { name: '夜勤' })).toBeChecked();
    expect(last()).toBe('night');
  });

  const rooms = Array.from({ length: 300 }, (_, index) => ({
    value: `r${index}`,
    label: `${index < 150 ? '東棟' : '西棟'} ${100 + index}号室`,
  }));
  const search = () => page.getByRole('combobox', { name: '部屋' });
  const shown = () =>
    [...document.querySelectorAll("[role='option']")].map((option) => option.textContent);
  const roomChoice = () =>
    setUp('r7', (value, change) => (
      <SearchSelectField label="部屋" name="room" value={value} choices={rooms} onChange={change} />
    ));

  it('one of many choices is found by typing and taken by Enter', async () => {
    await roomChoice();
    await expect.element(search()).toHaveValue('東棟 107号室');
    await search().click();
    await expect.poll(() => document.querySelector('[data-at]')?.textContent).toBe('東棟 107号室');
    await search().fill('西棟　２５');
    await expect
      .poll(shown)
      .toEqual([
        ...Array.from({ length: 10 }, (_, index) => `西棟 ${250 + index}号室`),
        '西棟 325号室',
      ]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.element(search()).toHaveValue('西棟 252号室');
    expect(last()).toBe('r152');
    expect(search().element().getAttribute('aria-expanded')).toBe('false');
  });

  it('says that its choices are loading instead of that none was found', async () => {
    await setUp('', (value, change) => (
      <SearchSelectField
        label="部屋"
        name="room"
        value={value}
        choices={[]}
        loadingText="部屋を読み込んでいます"
        onChange={change}
      />
    ));
    await search().fill('301');
    await expect.element(page.getByText('部屋を読み込んでいます')).toBeVisible();
    await expect.element(page.getByText('見つかりません。')).not.toBeInTheDocument();
  });
});

describe('TagsField', () => {
  it('adds tags by Enter, a comma and pasting, and removes them', async () => {
    await setUp<readonly string[]>([], (value, change) => (
      <TagsField label="印" name="tags" value={value} onChange={change} />
    ));
    const field = page.getByRole('textbox', { name: '印' });
    await field.click();
    await userEvent.keyboard('転倒{Enter}見守り,');
    expect(last()).toEqual(['転倒', '見守り']);
    await field.fill('夜間、頻尿、');
    expect(last()).toEqual(['転倒', '見守り', '夜間', '頻尿']);
    await page.getByRole('button', { name: '「見守り」を外す' }).click();
    await field.click();
    await userEvent.keyboard('{Backspace}');
    expect(last()).toEqual(['転倒', '夜間']);
  });

  it('splits nothing during a Japanese composition: Enter only ends the composition', async () => {
    await setUp<readonly string[]>([], (value, change) => (
      <TagsField label="印" name="tags" value={value} onChange={change} />
    ));
    const field = page.getByRole('textbox', { name: '印' });
    await field.fill('てんとう');
    field
      .element()
      .dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }),
      );
    await expect.element(field).toHaveValue('てんとう');
    expect(kept).toEqual([]);
  });
});

describe('FileField', () => {
  it('shows files with their sizes, and rejects others with the reason', async () => {
    await setUp<readonly File[]>([], (value, change) => (
      <FileField
        label="測定データ"
        name="file"
        accept=".csv"
        maxBytes={2000}
        multiple
        value={value}
        onChange={change}
      />
    ));
    const input = page.getByLabelText('測定データ');
    await userEvent.upload(input, [
      new File(['x'.repeat(1500)], 'night.csv'),
      new File(['x'.repeat(2001)], 'big.csv'),
    ]);
    await expect.element(page.getByText('1.5 KB', { exact: true })).toBeVisible();
    await expect
      .element(page.getByText('big.csv は大きすぎます。2.0 KB 以下にしてください。'))
      .toBeVisible();
    await page.getByRole('button', { name: 'night.csv を外す' }).click();
    expect(last()).toEqual([]);
    const dropped = new DataTransfer();
    dropped.items.add(new File(['x'], 'a.exe'));
    document
      .querySelector("input[type='file']")
      ?.dispatchEvent(
        new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }),
      );
    await expect.element(page.getByText('a.exe は使えない種類のファイルです。')).toBeVisible();
  });
});

describe('other fields', () => {
  it('a password is shown on request', async () => {
    await setUp('secret', (value, change) => (
      <PasswordField
        label="パスワード"
        name="p"
        autoComplete="new-password"
        value={value}
        onChange={change}
      />
    ));
    const field = page.getByRole('textbox', { name: 'パスワード' });
    expect(field.element().getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'パスワードを表示する' }).click();
    expect(field.element().getAttribute('type')).toBe('text');
  });

  it('an e-mail address in full width becomes half width on blur', async () => {
    await setUp('', (value, change) => (
      <TextField label="メール" type="email" name="m" value={value} onChange={change} />
    ));
    await page.getByRole('textbox', { name: 'メール' }).fill('ｙｏｒｕ＠ｅｘａｍｐｌｅ．ｊｐ');
    await userEvent.keyboard('{Tab}');
    expect(last()).toBe('yoru@example.jp');
  });

  it('a click turns a switch on', async () => {
    await setUp(false, (value, change) => (
      <ToggleField label="知らせる" name="notify" checked={value} onChange={change} />
    ));
    await page.getByRole('switch', { name: '知らせる' }).click();
    expect(last()).toBe(true);
  });

  it('a colour can be taken from the sample', async () => {
    await setUp('rgb(70, 201, 174)', (value, change) => (
      <ColourField label="色" name="c" value={value} onChange={change} />
    ));
    const sample = page.getByLabelText('色を選ぶ');
    await expect.element(sample).toHaveValue('#46c9ae');
    await sample.fill('#00aaff');
    await expect.element(page.getByRole('textbox', { name: '色' })).toHaveValue('#00aaff');
  });

  it('a text area grows with its text if requested', async () => {
    await setUp('', (value, change) => (
      <TextAreaField label="メモ" name="note" rows={2} autoGrow value={value} onChange={change} />
    ));
    const field = page.getByRole('textbox', { name: 'メモ' });
    const height = () => field.element().getBoundingClientRect().height;
    const small = height();
    await field.fill(Array.from({ length: 12 }, () => '行').join('\n'));
    await expect.poll(height).toBeGreaterThan(small * 4);
    await field.fill('');
    await expect.poll(height).toBe(small);
  });
});
