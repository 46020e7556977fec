import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { createDialogs } from '../../kit/dialog/dialog-store.ts';
import { DialogsProvider } from '../../kit/dialog/dialogs-context.tsx';

/**
 * Dialogs of the pages below. A layout that brings more contexts has its own, so that what a dialog
 * holds finds them. Another page takes the dialogs of the one before with it, unanswered.
 */
export function PageDialogs({ children }: { children: ReactNode }) {
  const [dialogs] = useState(() => createDialogs());
  const path = useLocation({ select: (location) => location.pathname });
  useEffect(() => () => dialogs.dismissAll(), [dialogs, path]);
  return <DialogsProvider dialogs={dialogs}>{children}</DialogsProvider>;
}
