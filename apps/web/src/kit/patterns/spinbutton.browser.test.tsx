import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NumberField } from '../form/number-field.tsx';
import { TimeField } from '../date/time-field.tsx';
import { commit, compose, COMPOSING_KEYS, pressComposing } from '../testing/composing.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderUi } from '../testing/ui-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

function Temperature({ initial }: { readonly initial: number | null }) {
  const [value, setValue] = useState(initial);
  return (
    <NumberField
      label="温度"
      name="temperature"
      unit="℃"
      step={0.1}
      min={30}
      max={37}
      value={value}
      onChange={setValue}
    />
  );
}

async function renderTemperature(initial: number | null = 36.5): Promise<void> {
  cleanups.push((await renderUi(<Temperature initial={initial} />)).end);
  await field().click();
}

const field = () => page.getByRole('spinbutton', { name: '温度' });
const attribute = (name: string) => field().element().getAttribute(name);
const press = (keys: string) => userEvent.keyboard(keys);

describe('a spinbutton', () => {
  it('says its value with the unit, and its limits', async () => {
    await renderTemperature();
    expect(
      ['aria-valuenow', 'aria-valuetext', 'aria-valuemin', 'aria-valuemax'].map(attribute),
    ).toEqual(['36.5', '36.5℃', '30', '37']);
  });

  it('says no value while it is empty', async () => {
    await renderTemperature(null);
    expect(['aria-valuenow', 'aria-valuetext'].map(attribute)).toEqual([null, null]);
  });

  it.each([
    ['Arrow Up adds a step', '{ArrowUp}', '36.6'],
    ['Arrow Down takes a step away', '{ArrowDown}', '36.4'],
    ['Arrow Up stops at the highest value', '{ArrowUp>9/}', '37'],
    ['Home and End are left to the caret', '{Home}{End}', '36.5'],
    ['full-width digits become a number', '{Control>}a{/Control}３６．２', '36.2'],
    ['letters are left out', '{Control>}a{/Control}3a6', '36'],
  ])('%s', async (_, keys, value) => {
    await renderTemperature();
    await press(keys);
    await expect.element(field()).toHaveValue(value);
    expect(attribute('aria-valuenow')).toBe(value);
  });

  it('the buttons step, stop at the limit and stay out of the tab order', async () => {
    await renderTemperature(36.9);
    const more = page.getByRole('button', { name: '増やす' });
    expect(more.element().getAttribute('tabindex')).toBe('-1');
    await more.click();
    await expect.element(field()).toHaveValue('37');
    await expect.element(more).toBeDisabled();
  });

  it('a value beyond the limits is invalid once the field is left', async () => {
    await renderTemperature(null);
    await press('45');
    expect(attribute('aria-invalid')).not.toBe('true');
    await press('{Tab}');
    await expect.poll(() => attribute('aria-invalid')).toBe('true');
    await expect.element(field()).toHaveValue('45');
  });

  it.each(COMPOSING_KEYS)('arrow keys of an input method do not step (%s)', async (_, mark) => {
    await renderTemperature();
    expect(['ArrowUp', 'ArrowDown'].map((key) => pressComposing(key, mark))).toEqual([true, true]);
    await expect.element(field()).toHaveValue('36.5');
  });

  it('digits that an input method composes are taken once, as a number', async () => {
    await renderTemperature(null);
    await compose('３');
    await compose('３６');
    await commit('３６');
    await expect.element(field()).toHaveValue('36');
    expect(attribute('aria-valuenow')).toBe('36');
  });

  it('passes the accessibility check', async () => {
    await renderTemperature();
    await expectAccessible(document.body);
  });
});

describe('a field of a time', () => {
  function Time() {
    const [value, setValue] = useState('21:30');
    return <TimeField label="時刻" name="time" value={value} onChange={setValue} />;
  }

  it.each(COMPOSING_KEYS)('arrow keys of an input method do not step (%s)', async (_, mark) => {
    cleanups.push((await renderUi(<Time />)).end);
    const time = page.getByRole('textbox', { name: '時刻' });
    await time.click();
    expect(['ArrowUp', 'ArrowDown'].map((key) => pressComposing(key, mark))).toEqual([true, true]);
    await expect.element(time).toHaveValue('21:30');
  });
});
