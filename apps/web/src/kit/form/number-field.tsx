import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../icons/tool-icon.tsx';
import { isComposingKey } from './input-method.ts';
import type { FieldProps } from './field-frame.tsx';
import css from './form.module.css';
import { parseFigure, figureText, steppedFigure, type NumberLimits } from './number-text.ts';
import { type FieldError, useRules } from './form-rules.ts';
import { TextField } from './text-field.tsx';

type NumberFieldProps = FieldProps & {
  readonly name: string;
  /** Null while the input is empty or not a number. */
  readonly value: number | null;
  readonly unit?: string | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Increment of the arrow keys and buttons; also sets the number of decimals. */
  readonly step?: number;
  readonly onChange: (value: number | null) => void;
  readonly onBlur?: (() => void) | undefined;
};

/**
 * A number with its unit. Steps stay within the limits. Out-of-range input stays, with an error
 * after the blur.
 */
export function NumberField({
  value,
  unit,
  min,
  max,
  step = 1,
  onChange,
  onBlur,
  error = null,
  ...field
}: NumberFieldProps) {
  const { t } = useTranslation('form');
  const [typed, setTyped] = useState<string | null>(null);
  const [composed, setComposed] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const limits = { min, max, step };
  const beyond = useLimitFault(value, limits);
  // Typed text that equals the value is shown as it was typed: "1." before "1.5".
  const text =
    typed !== null && parseFigure(typed) === value ? typed : value === null ? '' : String(value);
  const type = (next: string): void => {
    const figure = figureText(next);
    setTyped(figure);
    setIsLeft(false);
    onChange(parseFigure(figure));
  };
  const count = (direction: 1 | -1): void => {
    setTyped(null);
    onChange(steppedFigure(value, direction, limits));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    count(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <TextField
      {...field}
      error={error ?? (isLeft ? beyond : null)}
      value={composed ?? text}
      inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'}
      onChange={type}
      onBlur={() => {
        setTyped(null);
        setIsLeft(true);
        onBlur?.();
      }}
      control={{
        role: 'spinbutton',
        'aria-valuenow': value ?? undefined,
        'aria-valuemin': min,
        'aria-valuemax': max,
        'aria-valuetext': value === null ? undefined : `${value}${unit ?? ''}`,
        onKeyDown,
        // Changing the text during composition would insert it twice.
        onChange: ({ currentTarget, nativeEvent }) =>
          nativeEvent instanceof InputEvent && nativeEvent.isComposing
            ? setComposed(currentTarget.value)
            : type(currentTarget.value),
        onCompositionEnd: ({ currentTarget }) => {
          setComposed(null);
          type(currentTarget.value);
        },
        className: css['figure'],
      }}
      end={
        <>
          {unit === undefined ? null : <span className={css['unit']}>{unit}</span>}
          <span className={css['steps']}>
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('more')}
              disabled={field.disabled === true || (value ?? -Infinity) >= (max ?? Infinity)}
              onClick={() => count(1)}
            >
              <ToolIcon name="up" size={14} />
            </button>
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('less')}
              disabled={field.disabled === true || (value ?? Infinity) <= (min ?? -Infinity)}
              onClick={() => count(-1)}
            >
              <ToolIcon name="down" size={14} />
            </button>
          </span>
        </>
      }
    />
  );
}

/** The error of a limit, unless a rule of the form already reports one. */
function useLimitFault(
  value: number | null,
  { min = -Infinity, max = Infinity, step }: NumberLimits,
): FieldError {
  const { t } = useTranslation('validation');
  const rules = useRules();
  if (value !== null && Number.isInteger(step) && !Number.isInteger(value)) return t('rules.whole');
  const outcome = rules.numberBetween(min, max)(value);
  return outcome === true ? null : outcome;
}
