import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { useDialogs, type DialogActions } from '../dialog/dialogs-context.tsx';
import { renderUi, type UiFixture } from './ui-fixture.tsx';

type DialogFixture<Answer> = UiFixture & {
  readonly answers: readonly Answer[];
  /** Keys and forms that reached the page. */
  readonly reached: string[];
};

/** A page with a button that opens a dialog. */
export async function renderDialog<Answer>(
  ask: (dialogs: DialogActions) => Promise<Answer>,
): Promise<DialogFixture<Answer>> {
  const answers: Answer[] = [];
  const reached: string[] = [];
  const onPageKey = ({ key }: KeyboardEvent): void => void reached.push(key);
  function Asker() {
    const dialogs = useDialogs();
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          reached.push('submit');
        }}
      >
        <button type="button">前</button>
        <button
          type="button"
          onClick={() => void ask(dialogs).then((answer) => answers.push(answer))}
        >
          聞く
        </button>
      </form>
    );
  }
  const fixture = await renderUi(<Asker />);
  document.addEventListener('keydown', onPageKey);
  await page.getByRole('button', { name: '聞く' }).click();
  await expect
    .poll(() => document.activeElement?.closest("[data-modal='open']") ?? null)
    .not.toBeNull();
  return {
    ...fixture,
    answers,
    reached,
    end: () => {
      document.removeEventListener('keydown', onPageKey);
      fixture.end();
    },
  };
}
