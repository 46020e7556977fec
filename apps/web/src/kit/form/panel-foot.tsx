import type { ReactNode } from 'react';
import css from './form.module.css';
import { FormTrouble } from './form-trouble.tsx';

type PanelFootProps = {
  /** The server's error about a whole form, if any. */
  readonly trouble?: string | null;
  /** Why nothing can be done, or when it acts. */
  readonly note?: string | null;
  readonly children: ReactNode;
};

/**
 * The end of a form, or of what a panel shows: its buttons, the one that does it last. In a dialog
 * that scrolls it stays in sight.
 */
export const PanelFoot = ({ trouble, note = null, children }: PanelFootProps) => (
  <>
    {trouble === undefined ? null : <FormTrouble words={trouble} />}
    <div className={css['foot']}>
      {note === null ? null : <p className={css['footNote']}>{note}</p>}
      {children}
    </div>
  </>
);
