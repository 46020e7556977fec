import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldMessages } from './field-messages.tsx';
import css from './form.module.css';
import type { FieldError } from './form-rules.ts';

/** Props of every field. */
export type FieldProps = {
  readonly label: string;
  /** A short help below the field; an error replaces it. */
  readonly hint?: string | undefined;
  readonly error?: FieldError;
  /** Marked as invalid by an error message elsewhere, for example of a group. */
  readonly marked?: boolean | undefined;
  /** Marked as required next to the label; the rules check it. */
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Id of further text that describes the field. */
  readonly describedBy?: string | undefined;
};

/** Attributes that connect a control to its label and its texts. */
type ControlTies = {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
};

type FieldFrameProps = FieldProps & {
  /** Shown right below the field, such as a counter. */
  readonly foot?: ReactNode;
  readonly children: (ties: ControlTies) => ReactNode;
};

/** Label, control, and below it the error or a hint. A new error is announced. */
export function FieldFrame({
  label,
  hint,
  error = null,
  marked = false,
  required,
  describedBy,
  foot,
  children,
}: FieldFrameProps) {
  const { t } = useTranslation('form');
  const id = useId();
  const below = error === null && hint === undefined ? undefined : `${id}-words`;
  const described = [describedBy, below].filter((one) => one !== undefined).join(' ');
  return (
    <div className={css['field']} data-wrong={error !== null || marked || undefined}>
      <label htmlFor={id}>
        {label}
        {required === true ? (
          <span className={css['required']} aria-hidden="true">
            {t('required')}
          </span>
        ) : null}
      </label>
      {children({
        id: id,
        'aria-invalid': error !== null || marked,
        'aria-required': required,
        'aria-describedby': described === '' ? undefined : described,
      })}
      <div className={css['below']}>
        <FieldMessages id={below} error={error} hint={hint} />
        {foot}
      </div>
    </div>
  );
}
