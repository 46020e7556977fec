import {
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isComposingKey } from '../form/input-method.ts';
import { ToolIcon } from '../icons/tool-icon.tsx';
import type { DialogStyle } from './dialog-store.ts';
import css from './dialogs.module.css';
import { catchLostFocus, firstFocus, stepAround } from './focus-order.ts';
import { getLayer, applyInertBackground } from './inert-background.ts';

type DialogFrameProps = {
  readonly look: DialogStyle;
  readonly leaving: boolean;
  /** Whether the dialog is printed instead of the page. Default: confirmations are not printed. */
  readonly prints?: boolean;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
};

/**
 * The surface of every dialog: title, close button, content. It traps the focus and restores it on
 * closing.
 */
export function DialogFrame({
  look,
  leaving,
  prints = false,
  onDismiss,
  children,
}: DialogFrameProps) {
  const { t } = useTranslation('dialogs');
  const id = useId();
  const surface = useRef<HTMLDivElement>(null);
  const pressedBeside = useRef(false);
  useHeldFocus(surface, leaving);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // Escape while Japanese is being composed takes back the composition, not the dialog.
    if (event.defaultPrevented || isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Escape') onDismiss();
    else if (event.key !== 'Tab' || !stepAround(event.currentTarget, event.shiftKey)) return;
    event.preventDefault();
  };
  return createPortal(
    /*
      oxlint-disable-next-line jsx-a11y/no-static-element-interactions,
      jsx-a11y/click-events-have-key-events
      -- a click on the backdrop closes the dialog, as Escape and the close button do
    */
    <div
      className={css['ground']}
      data-modal={leaving ? 'leaving' : 'open'}
      data-prints={prints}
      {...STOP_PROPAGATION}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        event.stopPropagation();
        if (
          look.closesOnOutsideClick === true &&
          pressedBeside.current &&
          event.target === event.currentTarget
        )
          onDismiss();
      }}
    >
      {/*
        oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        -- `role` is `dialog` or `alertdialog`; the rule cannot see that
      */}
      <div
        ref={surface}
        className={css['surface']}
        data-size={look.size ?? 'medium'}
        data-kind={look.kind ?? 'plain'}
        tabIndex={-1}
        role={look.kind === 'danger' ? 'alertdialog' : 'dialog'}
        aria-modal="true"
        aria-labelledby={id}
        onKeyDown={onKeyDown}
      >
        <header className={css['head']}>
          <h2 id={id}>{look.title}</h2>
          <button
            type="button"
            className={css['cross']}
            aria-label={t('close')}
            onClick={onDismiss}
          >
            <ToolIcon name="close" size={18} />
          </button>
        </header>
        {children}
      </div>
    </div>,
    getLayer(document, 'dialogs'),
  );
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

/**
 * React bubbles events of a portal to its parent components, so submitting a form in a dialog would
 * also submit the form that opened it.
 */
const STOP_PROPAGATION = {
  onSubmit: stop,
  onReset: stop,
  onKeyDown: stop,
  onKeyUp: stop,
  onChange: stop,
  onFocus: stop,
  onBlur: stop,
} as const;

/** Moves the focus in, makes the background inert, and undoes both on closing. */
function useHeldFocus(surface: { readonly current: HTMLElement | null }, leaving: boolean): void {
  const giveBack = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    const held = surface.current;
    if (held === null) return;
    if (leaving) {
      // Not in the cleanup above: React restores the focus after it.
      giveBack.current?.();
      giveBack.current = null;
    } else {
      giveBack.current = holdFocus(held);
    }
  }, [surface, leaving]);
  useLayoutEffect(() => () => giveBack.current?.(), []);
}

function holdFocus(held: HTMLElement): () => void {
  const before = document.activeElement;
  applyInertBackground(document);
  firstFocus(held).focus({ preventScroll: true });
  const stopCatching = catchLostFocus(held);
  return () => {
    stopCatching();
    const was = document.activeElement;
    held.parentElement?.setAttribute('data-modal', 'leaving');
    applyInertBackground(document);
    if (held.contains(was) || was === document.body)
      placeAfter(before)?.focus({ preventScroll: true });
  };
}

/**
 * Restores the previous focus; if that element is gone or inert, focuses the top dialog or the
 * page.
 */
function placeAfter(before: Element | null): HTMLElement | null {
  if (
    before instanceof HTMLElement &&
    before.isConnected &&
    before !== document.body &&
    before.closest('[inert]') === null
  )
    return before;
  const below = [...document.querySelectorAll<HTMLElement>("[data-modal='open']:not([inert])")].at(
    -1,
  );
  return below === undefined ? document.getElementById('page') : firstFocus(below);
}
