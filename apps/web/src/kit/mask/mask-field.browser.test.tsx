// Brings the types of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderUi } from '../testing/ui-fixture.tsx';
import { MaskField } from './mask-field.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const values: string[] = [];
type Setup = Pick<Parameters<typeof MaskField>[0], 'mask' | 'fillMask' | 'unmasked'>;

function Held({ initial, ...setup }: Setup & { initial: string }) {
  const [value, setValue] = useState(initial);
  values.push(value);
  return (
    <MaskField
      label="欄"
      name="field"
      placeholder="例"
      value={value}
      onChange={setValue}
      {...setup}
    />
  );
}

async function setUp(setup: Setup, initial = '') {
  values.length = 0;
  const fixture = await renderUi(<Held {...setup} initial={initial} />);
  cleanups.push(fixture.end);
  await expect.element(page.getByRole('textbox')).toBeVisible();
  await page.getByRole('textbox').click();
}

const input = (): HTMLInputElement => {
  const element = document.querySelector('input');
  return element ?? expect.fail('no input');
};
const look = () =>
  `${input().value.slice(0, input().selectionStart ?? 0)}|${input().value.slice(input().selectionStart ?? 0)}`;
const type = (keys: string) => userEvent.keyboard(keys);
const at = (place: number) => input().setSelectionRange(place, place);

describe('MaskField', () => {
  it('inserts the fixed characters while the user types', async () => {
    await setUp({ mask: 'date' });
    await type('20261121');
    await expect.poll(look).toBe('2026/11/21|');
    expect(values.at(-1)).toBe('2026/11/21');
    expect(values).toContain('2026');
    expect(input().inputMode).toBe('numeric');
  });

  it('keeps the caret while something is put in, taken out and refused in the middle', async () => {
    await setUp({ mask: 'date' }, '2026/11/21');
    at(2);
    await type('{Backspace}');
    await expect.poll(look).toBe('2|261/12/1');
    await type('0');
    await expect.poll(look).toBe('20|26/11/21');
    await type('x');
    await expect.poll(look).toBe('20|26/11/21');
    at(5);
    await type('{Backspace}');
    await expect.poll(look).toBe('202|1/12/1');
    at(4);
    await type('{Delete}');
    await expect.poll(look).toBe('2021|/21/');
  });

  it('accepts pasted text with any fixed characters', async () => {
    await setUp({ mask: 'date' });
    const box = cdp();
    await box.send('Input.insertText', { text: '2026-1-5' });
    await expect.poll(look).toBe('2026/01/05|');
    input().select();
    await box.send('Input.insertText', { text: '１９９９年１２月３１日' });
    await expect.poll(look).toBe('1999/12/31|');
  });

  it('shows the places that wait, and says nothing of them', async () => {
    await setUp({ mask: 'date', fillMask: true });
    await expect.poll(look).toBe('|____/__/__');
    await type('20261');
    await expect.poll(look).toBe('2026/1|_/__');
    expect(values.at(-1)).toBe('2026/1');
    await type('{Backspace}{Backspace}');
    await expect.poll(look).toBe('202|_/__/__');
    input().select();
    await type('{Delete}');
    await expect.poll(() => values.at(-1)).toBe('');
    input().blur();
    await expect.poll(() => input().value).toBe('');
  });

  it('returns the value without the fixed characters on request', async () => {
    await setUp({ mask: 'phone', unmasked: true }, '0312');
    await expect.poll(() => input().value).toBe('03-12');
    at(5);
    await type('345678');
    await expect.poll(() => [input().value, values.at(-1)]).toEqual(['03-1234-5678', '0312345678']);
  });

  it('converts letters to the case of the mask', async () => {
    await setUp({ mask: { own: 'AA-xx' } });
    await type('abCD');
    await expect.poll(() => input().value).toBe('AB-cd');
    expect(input().inputMode).toBe('text');
  });
});

describe('MaskField under an input method', () => {
  /** Composition events of Chromium, sent over its debugging protocol. */
  const compose = (text: string) =>
    cdp().send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  const commit = (text: string) => cdp().send('Input.insertText', { text });

  it('leaves a composition unchanged, and converts it to half width at its end', async () => {
    await setUp({ mask: 'date' }, '2026');
    at(5);
    await compose('１');
    expect(input().value).toBe('2026/１');
    await compose('１１');
    expect(input().value).toBe('2026/１１');
    expect(values.at(-1)).toBe('2026');
    await commit('１１');
    await expect.poll(look).toBe('2026/11/|');
    expect(values.at(-1)).toBe('2026/11');
  });

  it('composes in the middle', async () => {
    await setUp({ mask: 'date' }, '2026/21');
    at(5);
    await compose('１１');
    await commit('１１');
    await expect.poll(look).toBe('2026/11/|21');
  });

  it('drops what the mask does not take when it is done, not before', async () => {
    await setUp({ mask: 'time' }, '09');
    at(3);
    await compose('さん');
    expect(input().value).toBe('09:さん');
    await commit('三');
    await expect.poll(look).toBe('09:|');
    await type('30');
    await expect.poll(look).toBe('09:30|');
  });

  it('restores the value when the composition is cancelled', async () => {
    await setUp({ mask: 'date' }, '2026/1');
    at(6);
    await compose('１');
    await compose('');
    await expect.poll(look).toBe('2026/1|');
  });
});
