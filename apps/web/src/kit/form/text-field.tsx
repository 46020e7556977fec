import type { ComponentProps, HTMLAttributes, ReactNode } from 'react';
import { Counter } from './counter.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import css from './form.module.css';
import { halfWidth } from './input-method.ts';

export type TextFieldProps = FieldProps & {
  readonly type?: 'email' | 'password' | 'text' | 'tel' | 'url' | 'search';
  readonly name: string;
  readonly autoComplete?: string;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly placeholder?: string | undefined;
  readonly value: string;
  readonly maxLength?: number | undefined;
  /** Shows how much of `maxLength` is used. */
  readonly counter?: boolean;
  /** A button or a unit at the end of the field. */
  readonly end?: ReactNode;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  /** Additional attributes, for fields built on this one. */
  readonly control?: ComponentProps<'input'>;
};

/**
 * E-mail addresses, URLs and phone numbers use half-width characters; other input is converted on
 * blur.
 */
const OF_HALF_WIDTH: ReadonlySet<string> = new Set(['email', 'tel', 'url']);

/** One line of text, with its label above and its error below. */
export function TextField({
  type = 'text',
  name,
  autoComplete = 'off',
  inputMode,
  placeholder,
  value,
  maxLength,
  counter = false,
  end,
  onChange,
  onBlur,
  control,
  ...frame
}: TextFieldProps) {
  const leave = (): void => {
    const tidy = OF_HALF_WIDTH.has(type) ? halfWidth(value).trim() : value;
    if (tidy !== value) onChange(tidy);
    onBlur?.();
  };
  return (
    <FieldFrame {...frame} foot={counter ? <Counter used={value} most={maxLength} /> : null}>
      {(ties) => (
        <div className={css['box']} data-error={ties['aria-invalid']} data-off={frame.disabled}>
          <input
            {...ties}
            type={type}
            name={name}
            autoComplete={autoComplete}
            inputMode={inputMode}
            placeholder={placeholder}
            value={value}
            maxLength={maxLength}
            disabled={frame.disabled}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={leave}
            {...control}
          />
          {end}
        </div>
      )}
    </FieldFrame>
  );
}
