import { useId, type ReactNode } from 'react';
import css from './form.module.css';
import { FieldMessages } from './field-messages.tsx';
import type { FieldError } from './form-rules.ts';

type CheckFieldProps = {
  readonly label: ReactNode;
  readonly name: string;
  readonly checked: boolean;
  readonly hint?: string | undefined;
  readonly error?: FieldError;
  readonly disabled?: boolean | undefined;
  readonly onChange: (checked: boolean) => void;
  readonly onBlur?: (() => void) | undefined;
};

/** A checkbox; takes effect when the form is sent. */
export const CheckField = (props: CheckFieldProps) => <Ticked {...props} look="check" />;

/** A switch; takes effect immediately. */
export const ToggleField = (props: CheckFieldProps) => <Ticked {...props} look="toggle" />;

function Ticked({
  label,
  name,
  checked,
  hint,
  error = null,
  disabled,
  look,
  onChange,
  onBlur,
}: CheckFieldProps & { look: 'check' | 'toggle' }) {
  const id = useId();
  const described = error === null && hint === undefined ? undefined : `${id}-words`;
  return (
    <div className={css['field']}>
      <label className={css['ticked']} data-off={disabled}>
        <input
          type="checkbox"
          role={look === 'toggle' ? 'switch' : undefined}
          name={name}
          checked={checked}
          disabled={disabled}
          className={css[look]}
          aria-invalid={error !== null}
          aria-describedby={described}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={onBlur}
        />
        <span>{label}</span>
      </label>
      <FieldMessages id={described} error={error} hint={hint} />
    </div>
  );
}
