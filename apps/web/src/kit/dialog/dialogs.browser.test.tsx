// Brings the types of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { useEffect, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderUi } from '../testing/ui-fixture.tsx';
import { renderDialog } from '../testing/dialog-fixture.tsx';
import { asOnPaper } from '../testing/paper.ts';
import { Button } from '../form/button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogBody, DialogFoot, DialogText } from './dialog-parts.tsx';
import { useDialogs, type DialogActions } from './dialogs-context.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

/** A page whose dialog closes with the test. */
async function asking<Answer>(ask: (dialogs: DialogActions) => Promise<Answer>) {
  const fixture = await renderDialog(ask);
  cleanups.push(fixture.end);
  return fixture;
}

const dialog = () => page.getByRole('dialog');
const focused = () => document.activeElement?.textContent ?? '';
const gone = () => expect.poll(() => document.querySelectorAll('[data-modal]').length).toBe(0);
/** The style of the dialog when it begins to leave, which a slow machine cannot miss. */
function readStyleOnLeaving(): Promise<{ visibility: string; transitionDuration: string }> {
  const ground = document.querySelector<HTMLElement>('[data-modal]');
  if (ground === null) throw new Error('no dialog is open');
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (ground.dataset['modal'] !== 'leaving') return;
      observer.disconnect();
      const { visibility, transitionDuration } = getComputedStyle(ground);
      resolve({ visibility, transitionDuration });
    });
    observer.observe(ground, { attributes: true, attributeFilter: ['data-modal'] });
  });
}
const DANGER = {
  title: '機器を削除しますか',
  message: 'もとに戻せません。',
  ok: '削除する',
  kind: 'danger',
} as const;

describe('dialogs.confirm', () => {
  it.each([
    ['the button that does it', true, () => page.getByRole('button', { name: '保存する' }).click()],
    ['the button that does not', false, () => page.getByRole('button', { name: 'やめる' }).click()],
    ['the cross', false, () => page.getByRole('button', { name: '閉じる' }).click()],
    ['Escape', false, () => userEvent.keyboard('{Escape}')],
    ['Enter', true, () => userEvent.keyboard('{Enter}')],
    [
      'a click beside it',
      false,
      () =>
        userEvent.click(document.querySelector('[data-modal]') ?? document.body, {
          position: { x: 4, y: 4 },
        }),
    ],
  ])('returns an answer for %s', async (_, answer, act) => {
    const { answers } = await asking((dialogs) =>
      dialogs.confirm({ title: '保存しますか', message: '変更があります。', ok: '保存する' }),
    );
    await expect.element(dialog()).toBeVisible();
    await act();
    await expect.poll(() => answers).toEqual([answer]);
    await gone();
  });

  it('starts a final action at the safe answer and is announced as a warning', async () => {
    const { answers } = await asking((dialogs) => dialogs.confirm(DANGER));
    await expect.element(page.getByRole('alertdialog')).toHaveAccessibleName('機器を削除しますか');
    expect(focused()).toBe('やめる');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => answers).toEqual([false]);
  });

  it('starts a final action without danger at the safe answer and looks like any other', async () => {
    const { answers } = await asking((dialogs) =>
      dialogs.confirm({
        title: '発行しますか',
        message: '変更できません。',
        ok: '発行する',
        isFinal: true,
      }),
    );
    await expect.element(dialog()).toBeVisible();
    expect([
      focused(),
      page.getByRole('alertdialog').query(),
      page.getByRole('button', { name: '発行する' }).element().getAttribute('data-kind'),
    ]).toEqual(['やめる', null, 'primary']);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => answers).toEqual([false]);
  });

  it('returns one answer, however quickly it is pressed again', async () => {
    const { answers } = await asking((dialogs) => dialogs.confirm(DANGER));
    const button = page.getByRole('button', { name: '削除する' }).element();
    if (!(button instanceof HTMLElement)) expect.fail('no button');
    button.click();
    button.click();
    await gone();
    expect(answers).toEqual([true]);
  });
});

describe('dialogs.prompt', () => {
  const ask = (dialogs: DialogActions) =>
    dialogs.prompt({
      title: '機器の名前',
      message: '画面に出る名前です。',
      label: '名前',
      ok: '変更する',
      maxLength: 8,
      check: (text) => (text === '' ? false : text.startsWith('A') || 'A で始めてください。'),
    });

  it('keeps OK disabled while its check fails, says why after the first key, and answers with the text', async () => {
    const { answers } = await asking(ask);
    const ok = page.getByRole('button', { name: '変更する' });
    const field = page.getByRole('textbox', { name: '名前' });
    await expect.element(field).toHaveFocus();
    await expect.element(ok).toBeDisabled();
    await expect.element(field).not.toBeInvalid();
    await field.fill('B');
    await expect.element(page.getByText('A で始めてください。')).toBeVisible();
    await expect.element(field).toBeInvalid();
    await userEvent.keyboard('{Enter}');
    await expect.element(ok).toBeDisabled();
    await field.fill('A-1042');
    await expect.element(ok).toBeEnabled();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => answers).toEqual(['A-1042']);
  });

  it('requires the button for a final action, while Enter in the field focuses the cancel button', async () => {
    const { answers } = await asking((dialogs) =>
      dialogs.prompt({
        title: '取り消しますか',
        label: '理由',
        ok: '取り消す',
        isFinal: true,
        check: (text) => text !== '',
      }),
    );
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: '理由' })).toHaveFocus();
    await page.getByRole('textbox', { name: '理由' }).fill('誤り');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'やめる' })).toHaveFocus();
    expect(answers).toEqual([]);
    await page.getByRole('button', { name: '取り消す' }).click();
    await expect.poll(() => answers).toEqual(['誤り']);
  });

  it('returns null when it is closed, and ignores a click outside', async () => {
    const { answers } = await asking(ask);
    await userEvent.click(document.querySelector('[data-modal]') ?? document.body, {
      position: { x: 4, y: 4 },
    });
    await expect.element(dialog()).toBeVisible();
    await page.getByRole('button', { name: 'やめる' }).click();
    await expect.poll(() => answers).toEqual([null]);
  });
});

describe('DialogActions', () => {
  it('shows a message and closes', async () => {
    const { answers } = await asking((dialogs) =>
      dialogs.tell({ title: 'お知らせ', message: '一行目\n二行目' }),
    );
    await expect.element(page.getByText(/一行目/)).toBeVisible();
    await page.getByRole('button', { name: '閉じる' }).nth(1).click();
    await expect.poll(() => answers).toEqual([undefined]);
  });

  it('shows custom content and returns its answer', async () => {
    const { answers } = await asking((dialogs) =>
      dialogs.open<number | null>({ title: '部屋', size: 'large' }, null, (answer) => (
        <DialogBody>
          <DialogText>どれですか。</DialogText>
          <DialogFoot>
            <Button onClick={() => answer(101)}>101</Button>
            <Button onClick={() => answer(102)}>102</Button>
          </DialogFoot>
        </DialogBody>
      )),
    );
    await page.getByRole('button', { name: '102' }).click();
    await expect.poll(() => answers).toEqual([102]);
  });

  it('closes without an answer when all are dismissed', async () => {
    const { answers, dialogs } = await asking((ask) =>
      ask.prompt({ title: '名前', label: '名前' }),
    );
    dialogs.dismissAll();
    await expect.poll(() => answers).toEqual([null]);
  });

  it('closes in 300 ms, without the keyboard and the pointer from the start', async () => {
    const { answers } = await asking((dialogs) => dialogs.confirm(DANGER));
    const began = performance.now();
    const leaving = readStyleOnLeaving();
    await userEvent.keyboard('{Escape}');
    expect((await leaving).transitionDuration).toBe('0.3s');
    expect(answers).toEqual([false]);
    await gone();
    expect(performance.now() - began).toBeGreaterThan(290);
  });

  it('does not animate if the user prefers reduced motion', async () => {
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    });
    cleanups.push(() => void cdp().send('Emulation.setEmulatedMedia', { features: [] }));
    await asking((dialogs) => dialogs.confirm(DANGER));
    const [ground, surface] = [
      document.querySelector('[data-modal]'),
      document.querySelector('[aria-modal]'),
    ];
    expect(
      [ground, surface].map((one) => one !== null && getComputedStyle(one).animationName),
    ).toEqual(['none', 'none']);
    const leaving = readStyleOnLeaving();
    await userEvent.keyboard('{Escape}');
    expect((await leaving).visibility).toBe('hidden');
    await gone();
  });

  it('prints the dialog of a screen instead of the page, but no confirmation', async () => {
    cleanups.push(await asOnPaper());
    const seen = (words: string) =>
      [...document.querySelectorAll('p, span')]
        .filter(({ textContent }) => textContent === words)
        .map((part) => part.getBoundingClientRect().height > 0);
    function Asker() {
      const dialogs = useDialogs();
      useEffect(
        () => void dialogs.confirm({ title: '保存しますか', message: '変更があります。' }),
        [dialogs],
      );
      return null;
    }
    const screen = (parts: { readonly isOpen: boolean; readonly asks: boolean }) => (
      <>
        <span>一覧</span>
        <Dialog title="請求書" size="large" open={parts.isOpen} onClose={() => undefined}>
          <DialogText>内容</DialogText>
        </Dialog>
        {parts.asks ? <Asker /> : null}
      </>
    );
    const fixture = await renderUi(screen({ isOpen: true, asks: true }));
    cleanups.push(fixture.end);
    await expect.poll(() => document.querySelectorAll("[data-modal='open']").length).toBe(2);
    expect([seen('一覧'), seen('内容'), seen('変更があります。')]).toEqual([
      [false],
      [true],
      [false],
    ]);
    cleanups.splice(1).forEach((cleanup) => cleanup());
    cleanups.push((await renderUi(screen({ isOpen: false, asks: true }))).end);
    await expect.poll(() => seen('変更があります。').length).toBeGreaterThan(0);
    expect([seen('一覧'), seen('変更があります。').includes(true)]).toEqual([[true], false]);
  });

  it('works as a component with the state of a screen', async () => {
    function Screen() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            開く
          </button>
          <Dialog title="設定" open={open} onClose={() => setOpen(false)}>
            <DialogText>内容</DialogText>
          </Dialog>
        </>
      );
    }
    const fixture = await renderUi(<Screen />);
    cleanups.push(fixture.end);
    await page.getByRole('button', { name: '開く' }).click();
    await expect.element(dialog()).toHaveAccessibleName('設定');
    await userEvent.keyboard('{Escape}');
    await gone();
    expect(focused()).toBe('開く');
  });
});
