import {
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentProps,
  type CompositionEvent,
  type FocusEvent,
} from 'react';
import { applyEdit } from './mask-edit.ts';
import { getPattern, placeAfter, formatShown, type MaskShape } from './mask-text.ts';

type MaskUse = {
  readonly shape: MaskShape;
  readonly pads: boolean;
  readonly entered: string;
  readonly onEntered: (entered: string) => void;
  readonly onBlur: (() => void) | undefined;
};

/** Props for a masked `<input>`. Text is not changed while an input method composes. */
export function useMask({
  shape,
  pads,
  entered,
  onEntered,
  onBlur,
}: MaskUse): ComponentProps<'input'> {
  const input = useRef<HTMLInputElement>(null);
  const [composed, setComposed] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  // A new object for every edit, so that the caret is set even if its position is equal.
  const [caret, setCaret] = useState<{ readonly place: number } | null>(null);
  useLayoutEffect(() => {
    if (caret !== null && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.place, caret.place);
  }, [caret]);
  // An empty field shows its placeholder until it has the focus.
  const drawn = focused || entered !== '' ? shape : { ...shape, fill: null };
  const edit = (text: string, at: number | null, forward: boolean): void => {
    const next = applyEdit(drawn, pads, entered, { text, caret: at ?? text.length, forward });
    setComposed(null);
    setCaret({ place: next.caret });
    if (next.entered !== entered) onEntered(next.entered);
  };
  return {
    ref: input,
    value: composed ?? formatShown(drawn, entered),
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const step = nativeEvent instanceof InputEvent ? nativeEvent : null;
      if (step?.isComposing === true) setComposed(currentTarget.value);
      else
        edit(
          currentTarget.value,
          currentTarget.selectionStart,
          step?.inputType === 'deleteContentForward',
        );
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) =>
      edit(currentTarget.value, currentTarget.selectionStart, false),
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
      setFocused(true);
      // Runs after the browser has placed the caret: nothing is editable after the entered
      // characters.
      const end = placeAfter(getPattern(shape.mask, entered), entered.length, 'behind');
      if (shape.fill !== null)
        setTimeout(
          () =>
            currentTarget.selectionStart === currentTarget.selectionEnd &&
            (currentTarget.selectionStart ?? 0) > end &&
            setCaret({ place: end }),
        );
    },
    onBlur: () => {
      setFocused(false);
      onBlur?.();
    },
  };
}
