import type { ReactNode } from 'react';
import { Spinner } from '../pages/spinner.tsx';
import css from './form.module.css';

type ButtonProps = {
  readonly children: ReactNode;
  /** `danger` does what cannot be taken back. */
  readonly kind?: 'primary' | 'plain' | 'danger';
  readonly submit?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Where the focus starts in a dialog. */
  readonly startsHere?: boolean;
  /**
   * What it is called where its words alone do not say of what, as in a row of a list; holds those
   * words.
   */
  readonly label?: string | undefined;
  readonly onClick?: (() => void) | undefined;
};

export const Button = ({
  children,
  kind = 'plain',
  submit = false,
  busy = false,
  disabled = false,
  startsHere = false,
  label,
  onClick,
}: ButtonProps) => (
  <button
    type={submit ? 'submit' : 'button'}
    className={css['button']}
    data-kind={kind}
    disabled={disabled || busy}
    aria-busy={busy ? 'true' : undefined}
    aria-label={label}
    data-autofocus={startsHere ? '' : undefined}
    onClick={onClick}
  >
    {busy ? <Spinner size={18} /> : null}
    {children}
  </button>
);
