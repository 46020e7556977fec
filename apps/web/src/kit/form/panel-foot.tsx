import type { ReactNode } from 'react';
import css from './form.module.css';
import { FormError } from './form-error.tsx';

type PanelFootProps = {
  /** The server's error about a whole form, if any. */
  readonly errorText?: string | null;
  /** A note about why the action is disabled, or when it takes effect. */
  readonly note?: string | null;
  readonly children: ReactNode;
};

/**
 * The footer of a form or panel with its buttons, the primary action last. Sticky in a dialog that
 * scrolls.
 */
export const PanelFoot = ({ errorText, note = null, children }: PanelFootProps) => (
  <>
    {errorText === undefined ? null : <FormError message={errorText} />}
    <div className={css['foot']}>
      {note === null ? null : <p className={css['footNote']}>{note}</p>}
      {children}
    </div>
  </>
);
