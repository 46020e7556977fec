import { Counter } from './counter.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import css from './form.module.css';

type TextAreaFieldProps = FieldProps & {
  readonly name: string;
  readonly value: string;
  /** Specification, section 9: 6 by default. */
  readonly rows?: number;
  /** Grows with its text, from `rows` on. */
  readonly autoGrow?: boolean;
  readonly maxLength?: number | undefined;
  readonly counter?: boolean;
  readonly placeholder?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
};

/** Several lines of text. An invisible copy sets its height if it grows. */
export function TextAreaField({
  name,
  value,
  rows = 6,
  autoGrow = false,
  maxLength,
  counter = false,
  placeholder,
  onChange,
  onBlur,
  ...frame
}: TextAreaFieldProps) {
  return (
    <FieldFrame {...frame} foot={counter ? <Counter used={value} most={maxLength} /> : null}>
      {(ties) => (
        <div className={css['area']} data-error={ties['aria-invalid']} data-off={frame.disabled}>
          <textarea
            {...ties}
            name={name}
            rows={rows}
            value={value}
            maxLength={maxLength}
            placeholder={placeholder}
            disabled={frame.disabled}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onBlur}
          />
          {autoGrow ? <div className={css['copy']} aria-hidden="true">{`${value}\n`}</div> : null}
        </div>
      )}
    </FieldFrame>
  );
}
