import { useId, type ReactNode } from 'react';
import css from './form.module.css';
import { FieldMessages } from './field-messages.tsx';
import type { Fault } from './form-rules.ts';

type CheckFieldProps = {
  readonly label: ReactNode;
  readonly name: string;
  readonly checked: boolean;
  readonly hint?: string | undefined;
  readonly fault?: Fault;
  readonly disabled?: boolean | undefined;
  readonly onChange: (checked: boolean) => void;
  readonly onBlur?: (() => void) | undefined;
};

/** Agreed or not; counts when the form is sent. */
export const CheckField = (props: CheckFieldProps) => <Ticked {...props} look="check" />;

/** On or off, with immediate effect. */
export const ToggleField = (props: CheckFieldProps) => <Ticked {...props} look="toggle" />;

function Ticked({
  label,
  name,
  checked,
  hint,
  fault = null,
  disabled,
  look,
  onChange,
  onBlur,
}: CheckFieldProps & { look: 'check' | 'toggle' }) {
  const id = useId();
  const described = fault === null && hint === undefined ? undefined : `${id}-words`;
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
          aria-invalid={fault !== null}
          aria-describedby={described}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={onBlur}
        />
        <span>{label}</span>
      </label>
      <FieldMessages id={described} fault={fault} hint={hint} />
    </div>
  );
}
