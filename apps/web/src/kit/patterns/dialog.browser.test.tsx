import { useRef, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Dialog } from '../dialog/dialog.tsx';
import { DialogBody, DialogText } from '../dialog/dialog-parts.tsx';
import type { DialogActions } from '../dialog/dialogs-context.tsx';
import { Button } from '../form/button.tsx';
import { Popover } from '../popover/popover.tsx';
import { COMPOSING_KEYS, compose, pressComposing } from '../testing/composing.ts';
import { renderDialog } from '../testing/dialog-fixture.tsx';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderUi } from '../testing/ui-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

async function openDialog<Answer>(ask: (dialogs: DialogActions) => Promise<Answer>) {
  const fixture = await renderDialog(ask);
  cleanups.push(fixture.end);
  return fixture;
}

const confirm = (dialogs: DialogActions) =>
  dialogs.confirm({ title: '保存しますか', message: '変更があります。' });
const remove = (dialogs: DialogActions) =>
  dialogs.confirm({
    title: '機器を削除しますか',
    message: 'もとに戻せません。',
    ok: '削除する',
    kind: 'danger',
  });
const prompt = (dialogs: DialogActions) =>
  dialogs.prompt({ title: '名前', label: '名前', initial: 'A' });

const press = (keys: string) => userEvent.keyboard(keys);
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '';
const openCount = () => document.querySelectorAll("[data-modal='open']").length;
const surface = () => document.querySelector<HTMLElement>("[aria-modal='true']");

describe('a dialog', () => {
  it.each([
    ['a question has the role of a dialog', confirm, 'dialog', '保存しますか'],
    ['a warning has the role of an alert dialog', remove, 'alertdialog', '機器を削除しますか'],
  ] as const)('%s and is named by its title', async (_, ask, role, title) => {
    await openDialog(ask);
    expect(surface()?.role).toBe(role);
    await expect.element(page.getByRole(role)).toHaveAccessibleName(title);
  });

  it.each([
    ['the focus begins at the button that does it', confirm, '決定する'],
    ['the focus begins at the safe button where nothing can be undone', remove, 'やめる'],
    ['the focus begins in the first field', prompt, ''],
  ] as const)('%s', async (_, ask, name) => {
    await openDialog<boolean | string | null>(ask);
    expect(focused()).toBe(name);
  });

  it.each([
    ['Tab moves to the next element', '{Shift>}{Tab}{/Shift}{Tab}', '決定する'],
    ['Tab goes from the last element to the first', '{Tab}', '閉じる'],
    ['Shift Tab moves back', '{Shift>}{Tab}{/Shift}', 'やめる'],
    ['Shift Tab goes from the first element to the last', '{Tab}{Shift>}{Tab}{/Shift}', '決定する'],
  ])('%s', async (_, keys, name) => {
    await openDialog(confirm);
    await press(keys);
    await expect.poll(focused).toBe(name);
  });

  it('Escape closes it and returns the focus to what opened it', async () => {
    const { answers } = await openDialog(confirm);
    await press('{Escape}');
    await expect.poll(() => answers).toEqual([false]);
    await expect.poll(focused).toBe('聞く');
  });

  it('the page behind it is inert and cannot take the focus', async () => {
    const { place } = await openDialog(confirm);
    expect(place.inert).toBe(true);
    place.querySelector('button')?.focus();
    expect(focused()).toBe('決定する');
    await press('{Escape}');
    await expect.poll(() => place.inert).toBe(false);
  });

  it('a dialog keeps the focus when the focused element is removed', async () => {
    function Removing() {
      const [isOpen, setIsOpen] = useState(true);
      const [isDone, setIsDone] = useState(false);
      return (
        <Dialog open={isOpen} title="保存" onClose={() => setIsOpen(false)}>
          <DialogBody>
            {isDone ? (
              <DialogText>終わりました。</DialogText>
            ) : (
              <Button startsHere onClick={() => setIsDone(true)}>
                始める
              </Button>
            )}
          </DialogBody>
        </Dialog>
      );
    }
    cleanups.push((await renderUi(<Removing />)).end);
    await page.getByRole('button', { name: '始める' }).click();
    await expect.element(page.getByText('終わりました。')).toBeVisible();
    await press('{Escape}');
    await expect.poll(openCount).toBe(0);
  });

  it('the upper of two dialogs is active, and each restores the focus', async () => {
    const { answers } = await openDialog(async (dialogs) => {
      const first = dialogs.confirm({ title: '一つ目', message: '', ok: 'はい' });
      const second = await dialogs.confirm({ title: '二つ目', message: '', ok: '進む' });
      return [second, await first];
    });
    await expect.poll(openCount).toBe(2);
    expect(focused()).toBe('進む');
    expect(
      [...document.querySelectorAll<HTMLElement>('[data-modal="open"]')].map(({ inert }) => inert),
    ).toEqual([true, false]);
    await press('{Enter}');
    await expect.poll(focused).toBe('はい');
    await press('{Escape}');
    await expect.poll(() => answers).toEqual([[true, false]]);
    expect(focused()).toBe('聞く');
  });

  it('toasts are still announced and can be closed', async () => {
    const { toasts } = await openDialog(confirm);
    toasts.show({ message: '接続が切れました', timeoutMs: 0 });
    await expect.element(page.getByText('接続が切れました')).toBeVisible();
    await userEvent.click(document.querySelector("[data-layer='toasts'] button") ?? document.body);
    await expect.poll(() => toasts.current()).toEqual([]);
    expect(openCount()).toBe(1);
  });

  it('key presses and form events in a dialog do not reach the page', async () => {
    const { reached, answers } = await openDialog(prompt);
    reached.length = 0;
    await press('{Control>}k{/Control}{Enter}');
    await expect.poll(() => answers).toEqual(['A']);
    expect(reached).toEqual([]);
  });

  it.each(COMPOSING_KEYS)(
    'Escape and Enter of an input method close and send nothing (%s)',
    async (_, mark) => {
      const { answers } = await openDialog(prompt);
      await compose('なまえ');
      expect(['Escape', 'Enter'].map((key) => pressComposing(key, mark))).toEqual([true, true]);
      expect([openCount(), answers]).toEqual([1, []]);
    },
  );

  it.each([
    ['a question', confirm],
    ['a warning', remove],
    ['a form', prompt],
  ] as const)('%s passes the accessibility check', async (_, ask) => {
    await openDialog<boolean | string | null>(ask);
    await expectAccessible(document.body);
  });
});

describe('a popover with fields', () => {
  function Filter() {
    const anchor = useRef<HTMLButtonElement>(null);
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button ref={anchor} type="button" onClick={() => setIsOpen(true)}>
          絞り込む
        </button>
        {isOpen ? (
          <Popover anchor={anchor} label="条件" onClose={() => setIsOpen(false)}>
            <input aria-label="名前" />
          </Popover>
        ) : null}
        <button type="button">後</button>
      </>
    );
  }

  async function openPopover(): Promise<void> {
    cleanups.push((await renderUi(<Filter />)).end);
    await page.getByRole('button', { name: '絞り込む' }).click();
    await page.getByRole('textbox', { name: '名前' }).click();
  }
  const popover = () => page.getByRole('dialog', { name: '条件' });

  it('Escape closes it and returns the focus to what opened it', async () => {
    await openPopover();
    await press('{Escape}');
    await expect.element(popover()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: '絞り込む' })).toHaveFocus();
  });

  it('a dialog closes when the focus leaves it', async () => {
    await openPopover();
    await page.getByRole('button', { name: '後' }).click();
    await expect.element(popover()).not.toBeInTheDocument();
  });

  it.each(COMPOSING_KEYS)('Escape of an input method leaves it open (%s)', async (_, mark) => {
    await openPopover();
    await compose('なまえ');
    expect(pressComposing('Escape', mark)).toBe(true);
    await expect.element(popover()).toBeVisible();
  });
});
