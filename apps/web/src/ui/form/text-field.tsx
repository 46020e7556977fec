import { useId, type ReactNode } from 'react';
import css from './form.module.css';

type TextFieldProps = {
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly name: string;
  readonly autoComplete: string;
  readonly value: string;
  readonly fault: string | null;
  /** A button at the end of the field. */
  readonly end?: ReactNode;
  readonly onChange: (value: string) => void;
};

/** A field with its label above and what is wrong with it below. */
export function TextField({ label, type, name, autoComplete, value, fault, end, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={css['box']} data-fault={fault !== null}>
        <input
          id={id} type={type} name={name} autoComplete={autoComplete} value={value} aria-invalid={fault !== null} aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {end}
      </div>
      {fault === null ? null : <p id={`${id}-fault`} className={css['fault']}>{fault}</p>}
    </div>
  );
}
