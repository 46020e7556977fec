import { useId } from 'react';
import { FieldMessages } from './field-messages.tsx';
import css from './choice-fields.module.css';
import formCss from './form.module.css';
import type { FieldError } from './form-rules.ts';
import type { Choice } from './select-field.tsx';

type SegmentedFieldProps<Value extends string> = {
  readonly label: string;
  readonly name: string;
  readonly value: Value | '';
  readonly choices: readonly Choice<Value>[];
  readonly hint?: string | undefined;
  readonly error?: FieldError;
  readonly disabled?: boolean | undefined;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
};

/**
 * One of two to five choices, all visible. Radio buttons underneath: arrow keys move between them.
 */
export function SegmentedField<Value extends string>({
  label,
  name,
  value,
  choices,
  hint,
  error = null,
  disabled,
  onChange,
  onBlur,
}: SegmentedFieldProps<Value>) {
  const id = useId();
  const words = error === null && hint === undefined ? undefined : `${id}-words`;
  return (
    <fieldset
      className={css['group']}
      disabled={disabled}
      aria-invalid={error !== null}
      aria-describedby={words}
      {...RADIO_GROUP}
    >
      <legend className={formCss['legend']}>{label}</legend>
      <div className={css['segments']}>
        {choices.map((choice) => (
          <label key={choice.value} data-chosen={choice.value === value || undefined}>
            <input
              type="radio"
              name={`${id}-${name}`}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              onBlur={onBlur}
            />
            {choice.label}
          </label>
        ))}
      </div>
      <FieldMessages id={words} error={error} hint={hint} />
    </fieldset>
  );
}

/** Not `group`: only this role supports `aria-invalid`. */
const RADIO_GROUP = { role: 'radiogroup' } as const;
