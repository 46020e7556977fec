/**
 * Whether the page has input that was not sent yet. A form can declare it by `data-unsaved="true"`
 * or `"false"`; any other form counts as unsaved from its first input until it is sent, reset or
 * removed.
 */
export type UnsavedWork = {
  readonly exists: () => boolean;
  /** Allows the page to lose the input: the user agreed. */
  readonly giveUp: () => void;
  readonly close: () => void;
};

export function watchUnsavedWork(view: Window): UnsavedWork {
  const touched = new Set<HTMLFormElement>();
  let givenUp = false;
  const getForm = (event: Event): HTMLFormElement | null =>
    event.target instanceof Element ? event.target.closest('form') : null;
  const touch = (event: Event): void => {
    const form = getForm(event);
    if (form !== null && event.isTrusted) touched.add(form);
  };
  const settle = (event: Event): void => {
    const form = getForm(event);
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
    // A user who agreed is not asked again by the handlers of screens, which run later.
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
