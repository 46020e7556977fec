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

/** What may be higher than the screen: it scrolls below the dialog's title. */
export const DialogScroll = ({ children }: { children: ReactNode }) => (
  <div className={css['scroll']} data-scrolls="">
    {children}
  </div>
);

/**
 * The buttons of a dialog: the one that leaves things as they are first, the one that does it last.
 */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <div className={css['foot']}>{children}</div>
);
