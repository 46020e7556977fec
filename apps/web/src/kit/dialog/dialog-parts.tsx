import type { ReactNode } from 'react';
import css from './dialogs.module.css';

/** The text of a dialog. Keeps line breaks. */
export const DialogText = ({ children, id }: { children: ReactNode; id?: string }) => (
  <p className={css['text']} id={id}>
    {children}
  </p>
);

export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className={css['body']}>{children}</div>
);

/** Content that scrolls below the dialog's title if it is higher than the screen. */
export const DialogScroll = ({ children }: { children: ReactNode }) => (
  <div className={css['scroll']} data-scrolls="">
    {children}
  </div>
);

/** The buttons of a dialog: cancel first, the primary action last. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <div className={css['foot']}>{children}</div>
);
