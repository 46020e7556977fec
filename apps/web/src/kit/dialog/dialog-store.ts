import type { ReactNode } from 'react';
import { createListeners } from '../../listeners.ts';

/** Duration of a dialog's transitions (specification, section 9). */
export const DIALOG_MS = 300;

export type DialogStyle = {
  /** A node if the title changes with the content. */
  readonly title: ReactNode;
  /** `palette` has no visible title and begins at the top of the window. */
  readonly size?: 'small' | 'medium' | 'large' | 'palette';
  /** `danger` is for actions that cannot be undone. */
  readonly kind?: 'plain' | 'danger';
  /** Whether a click outside closes it. Default: no, because it may contain input. */
  readonly closesOnOutsideClick?: boolean;
  /**
   * Called before it closes without an answer, if input would be lost; not called when another page
   * opens.
   */
  readonly mayClose?: () => Promise<boolean>;
};

/**
 * An open dialog. It leaves the focus order as soon as it is answered, and disappears 300 ms later.
 */
type OpenDialog = {
  readonly id: number;
  readonly look: DialogStyle;
  readonly body: ReactNode;
  readonly leaving: boolean;
  /** Closes without an answer: Escape, the close button, a click outside. */
  readonly dismiss: () => void;
  /** The same without asking, as when another page opens. */
  readonly abandon: () => void;
};

export type Dialogs = {
  /** Shows `body` until it answers; closing without an answer returns `dismissed`. */
  readonly open: <Answer>(
    look: DialogStyle,
    dismissed: Answer,
    body: (answer: (value: Answer) => void) => ReactNode,
  ) => Promise<Answer>;
  /** Closes all without an answer, as when another page opens. */
  readonly dismissAll: () => void;
  readonly current: () => readonly OpenDialog[];
  readonly subscribe: (listener: () => void) => () => void;
};

type Timer = (run: () => void, delayMs: number) => unknown;

/** A store for `useSyncExternalStore`, so that code outside components can open dialogs too. */
export function createDialogs(
  later: Timer = (run, delayMs) => setTimeout(run, delayMs),
  leaveMs: () => number = () => DIALOG_MS,
): Dialogs {
  const listeners = createListeners();
  let shown: readonly OpenDialog[] = [];
  let made = 0;
  const put = (next: readonly OpenDialog[]): void => {
    shown = next;
    listeners.notify();
  };
  const leave = (id: number): void => {
    put(shown.map((dialog) => (dialog.id === id ? { ...dialog, leaving: true } : dialog)));
    later(() => put(shown.filter((dialog) => dialog.id !== id)), leaveMs());
  };
  return {
    open: (look, dismissed, body) =>
      new Promise((resolve) => {
        made += 1;
        const id = made;
        let answered = false;
        const answer = (value: typeof dismissed): void => {
          if (answered) return;
          answered = true;
          leave(id);
          resolve(value);
        };
        const abandon = (): void => answer(dismissed);
        let asking = false;
        const dismiss = (): void => {
          if (look.mayClose === undefined) return abandon();
          if (asking) return;
          asking = true;
          void look
            .mayClose()
            .then((may) => (may ? abandon() : undefined))
            .finally(() => {
              asking = false;
            });
        };
        put([...shown, { id, look, body: body(answer), leaving: false, dismiss, abandon }]);
      }),
    dismissAll() {
      for (const dialog of shown.toReversed()) dialog.abandon();
    },
    current: () => shown,
    subscribe: listeners.subscribe,
  };
}
