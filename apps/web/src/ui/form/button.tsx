import type { ReactNode } from 'react';
import { Spinner } from '../pages/spinner.tsx';
import css from './form.module.css';

type ButtonProps = {
  readonly children: ReactNode;
  readonly kind?: 'primary' | 'plain';
  readonly submit?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly onClick?: () => void;
};

/** The button of pages that stand without the component library: sign-in, and what is shown when something breaks. */
export const Button = ({ children, kind = 'plain', submit = false, busy = false, disabled = false, onClick }: ButtonProps) => (
  <button type={submit ? 'submit' : 'button'} className={css['button']} data-kind={kind} disabled={disabled || busy} aria-busy={busy ? 'true' : undefined} onClick={onClick}>
    {busy ? <Spinner size={18} /> : null}{children}
  </button>
);
