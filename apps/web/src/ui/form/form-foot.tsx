import type { ReactNode } from 'react';
import css from './form.module.css';
import { FormTrouble } from './form-trouble.tsx';

/** The end of a form: what the server says of all of it, `note` (why nothing can be saved, when it acts), and its buttons, the one that saves last. In a dialog that scrolls it stays in sight. */
export const FormFoot = ({ trouble, note = null, children }: { trouble: string | null; note?: string | null; children: ReactNode }) => (
  <>
    <FormTrouble words={trouble} />
    <div className={css['foot']}>
      {note === null ? null : <p className={css['footNote']}>{note}</p>}
      {children}
    </div>
  </>
);
