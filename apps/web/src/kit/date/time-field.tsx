import { isFullTimeText, isTimeText } from '@yamori/domain';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { isComposingKey } from '../form/input-method.ts';
import type { TextFieldProps } from '../form/text-field.tsx';
import { MaskField } from '../mask/mask-field.tsx';

type TimeFieldProps = Pick<
  TextFieldProps,
  | 'label'
  | 'name'
  | 'value'
  | 'hint'
  | 'error'
  | 'required'
  | 'disabled'
  | 'end'
  | 'onChange'
  | 'onBlur'
> & {
  /** With seconds. */
  readonly full?: boolean;
  /** Minutes that an arrow key adds. */
  readonly stepMinutes?: number;
};

/** A 24-hour time, `09:05`. Arrow keys increment or decrement the part at the caret. */
export function TimeField({
  full = false,
  stepMinutes = 1,
  value,
  onChange,
  ...field
}: TimeFieldProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposingKey(event.nativeEvent)) return;
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const input = event.currentTarget;
    const caret = input.selectionStart ?? 0;
    const next = direction === 0 ? null : countedTime(value, caret, direction, stepMinutes);
    if (next === null) return;
    event.preventDefault();
    // Synchronous, so that the next key finds the caret in its place.
    flushSync(() => onChange(next));
    input.setSelectionRange(caret, caret);
  };
  return (
    <MaskField
      {...field}
      mask={full ? 'fulltime' : 'time'}
      placeholder={full ? '00:00:00' : '00:00'}
      value={value}
      onChange={onChange}
      onKeyDown={onKeyDown}
    />
  );
}

const SPANS = [24, 60, 60] as const;

/** A time with one part incremented, wrapping around; null for an incomplete time. */
export function countedTime(
  text: string,
  caret: number,
  direction: 1 | -1,
  stepMinutes: number,
): string | null {
  if (!isTimeText(text) && !isFullTimeText(text)) return null;
  const parts = text.split(':').map(Number);
  const at = Math.min(parts.length - 1, text.slice(0, caret).split(':').length - 1);
  const span = SPANS[at] ?? 60;
  const step = at === 1 ? stepMinutes : 1;
  return parts
    .map((part, index) =>
      String(index === at ? (part + direction * step + span) % span : part).padStart(2, '0'),
    )
    .join(':');
}
