import {
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { isComposingKey } from '../form/input-method.ts';
import css from './popover.module.css';

type PopoverProps = {
  /** The element that it is attached to; a press on it does not close the popover. */
  readonly anchor: RefObject<HTMLElement | null>;
  /**
   * Accessible name. Without one it is not a dialog but part of the field, such as a list of
   * choices.
   */
  readonly label?: string;
  /** As wide as its anchor. */
  readonly fits?: boolean;
  /** Which edges line up: the left ones, or the right ones. */
  readonly align?: 'start' | 'end';
  readonly onClose: () => void;
  readonly children: ReactNode;
};

const GAP = 4;

/**
 * A popover at a field, in the browser's top layer, so that nothing clips it, even in a dialog.
 * Escape, a press elsewhere and losing the focus close it; if it had the focus, that returns to the
 * anchor.
 */
export function Popover({
  anchor,
  label,
  fits = false,
  align = 'start',
  onClose,
  children,
}: PopoverProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [floating, beside] = [place.current, anchor.current];
    if (floating === null || beside === null) return;
    const opener = document.activeElement;
    const settle = (): void => putBeside(floating, beside, { fits, align });
    floating.showPopover();
    settle();
    const closed = new AbortController();
    window.addEventListener('resize', settle, { signal: closed.signal });
    window.addEventListener('scroll', settle, {
      signal: closed.signal,
      capture: true,
      passive: true,
    });
    return () => {
      closed.abort();
      if (
        floating.contains(document.activeElement) &&
        opener instanceof HTMLElement &&
        beside.contains(opener)
      )
        opener.focus();
    };
  }, [anchor, fits, align]);
  useEffect(() => {
    const closed = new AbortController();
    const closeElsewhere = ({ target }: Event): void => {
      if (
        target instanceof Node &&
        place.current?.contains(target) !== true &&
        anchor.current?.contains(target) !== true
      )
        onClose();
    };
    for (const kind of ['pointerdown', 'focusin'])
      document.addEventListener(kind, closeElsewhere, { signal: closed.signal, capture: true });
    return () => closed.abort();
  }, [anchor, onClose]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposingKey(event.nativeEvent)) return;
    // The dialog around the field stays.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const role = label === undefined ? {} : ({ role: 'dialog', 'aria-label': label } as const);
  return (
    /*
      oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      -- Escape bubbles from the elements inside
    */
    <div ref={place} popover="manual" className={css['popover']} {...role} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

/**
 * Below the anchor if there is room, else above, always within the window. The style sheet keeps it
 * below the alarm banner, which the top layer would cover.
 */
function putBeside(
  floating: HTMLElement,
  beside: HTMLElement,
  { fits, align }: Required<Pick<PopoverProps, 'fits' | 'align'>>,
): void {
  const box = beside.getBoundingClientRect();
  if (fits) floating.style.width = `${box.width}px`;
  const width = floating.offsetWidth;
  // Without the limit of the style sheet.
  const height = floating.scrollHeight + floating.offsetHeight - floating.clientHeight;
  const { clientWidth, clientHeight } = document.documentElement;
  const isBelow = box.bottom + GAP + height <= clientHeight || box.top - GAP - height < 0;
  const top = isBelow
    ? Math.min(box.bottom + GAP, clientHeight - height - GAP)
    : box.top - GAP - height;
  const left = align === 'start' ? box.left : box.right - width;
  floating.style.left = `${Math.max(GAP, Math.min(left, clientWidth - width - GAP))}px`;
  floating.style.setProperty('--top', `${top}px`);
}
