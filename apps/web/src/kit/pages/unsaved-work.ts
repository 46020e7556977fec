/**
 * Whether anything on the page was typed and not sent yet. A form that knows it says so by
 * `data-unsaved="true"` or `"false"`; of any other it is held that what was typed into it is
 * unsaved until it is sent, reset or gone.
 */
export type UnsavedWork = {
  readonly exists: () => boolean;
  /** What is there may be lost: whoever it belongs to has agreed. */
  readonly giveUp: () => void;
  readonly close: () => void;
};

export function watchUnsavedWork(view: Window): UnsavedWork {
  const touched = new Set<HTMLFormElement>();
  let givenUp = false;
  const formOf = (event: Event): HTMLFormElement | null =>
    event.target instanceof Element ? event.target.closest('form') : null;
  const touch = (event: Event): void => {
    const form = formOf(event);
    if (form !== null && event.isTrusted) touched.add(form);
  };
  const settle = (event: Event): void => {
    const form = formOf(event);
    if (form !== null) touched.delete(form);
  };
  const exists = (): boolean => {
    for (const form of touched) if (!form.isConnected) touched.delete(form);
    return (
      view.document.querySelector('form[data-unsaved="true"]') !== null ||
      [...touched].some((form) => form.dataset['unsaved'] === undefined)
    );
  };
  const hold = (event: BeforeUnloadEvent): void => {
    // Whoever has agreed is not asked again by a screen that asks for itself; those listen later
    // than this.
    if (givenUp) event.stopImmediatePropagation();
    else if (exists()) event.preventDefault();
  };
  view.document.addEventListener('input', touch, true);
  view.document.addEventListener('submit', settle, true);
  view.document.addEventListener('reset', settle, true);
  view.addEventListener('beforeunload', hold);
  return {
    exists,
    giveUp: () => {
      givenUp = true;
    },
    close() {
      view.document.removeEventListener('input', touch, true);
      view.document.removeEventListener('submit', settle, true);
      view.document.removeEventListener('reset', settle, true);
      view.removeEventListener('beforeunload', hold);
    },
  };
}
