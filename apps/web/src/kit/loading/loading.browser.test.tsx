import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Dialog } from '../dialog/dialog.tsx';
import { renderUi } from '../testing/ui-fixture.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

async function setUp(dialog = false) {
  function Screen() {
    const [open, setOpen] = useState(dialog);
    return (
      <>
        <button type="button">保存する</button>
        <Dialog open={open} title="設定" onClose={() => setOpen(false)}>
          <input aria-label="名前" />
        </Dialog>
      </>
    );
  }
  const fixture = await renderUi(<Screen />);
  cleanups.push(fixture.end);
  await expect.poll(() => fixture.place.querySelector('button')).not.toBeNull();
  return fixture;
}

describe('LoadingProvider', () => {
  it('covers everything, shows the operation, and restores the focus', async () => {
    const { place, loading } = await setUp();
    await page.getByRole('button', { name: '保存する' }).click();
    const end = loading.begin('保存しています');
    expect(place.inert).toBe(false);
    await expect
      .element(page.getByRole('status').filter({ hasText: '保存しています' }))
      .toBeInTheDocument();
    expect(place.inert).toBe(true);
    expect(document.elementFromPoint(20, 20)?.closest("[data-layer='loading']")).not.toBeNull();
    end();
    await expect.poll(() => place.inert).toBe(false);
    expect(document.activeElement?.textContent).toBe('保存する');
  });

  it('covers a dialog too, which has the focus again afterwards', async () => {
    const { loading } = await setUp(true);
    await expect.element(page.getByRole('textbox', { name: '名前' })).toHaveFocus();
    const end = loading.begin('保存しています');
    await expect.element(page.getByText('保存しています')).toBeVisible();
    const dialog = document.querySelector<HTMLElement>("[data-layer='dialogs'] [data-modal]");
    expect(dialog?.inert).toBe(true);
    await userEvent.keyboard('{Escape}');
    end();
    await expect.poll(() => dialog?.inert).toBe(false);
    await expect.element(page.getByRole('textbox', { name: '名前' })).toHaveFocus();
  });
});
