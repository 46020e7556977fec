import type { ReactNode } from 'react';
import { Spinner } from '../pages/spinner.tsx';
import css from './form.module.css';

type ButtonProps = {
  readonly children: ReactNode;
  /** `danger` is for actions that cannot be undone. */
  readonly kind?: 'primary' | 'plain' | 'danger';
  readonly submit?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Where the focus starts in a dialog. */
  readonly startsHere?: boolean;
  /**
   * Accessible name, if the visible text is ambiguous, as in a row of a list; contains that text.
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
