import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { createDialogs } from '../../kit/dialog/dialog-store.ts';
import { DialogsProvider } from '../../kit/dialog/dialogs-context.tsx';

/**
 * Provides the dialogs of the pages below. A layout with further contexts needs its own, so that
 * dialog content can use them. A navigation closes open dialogs without an answer.
 */
export function PageDialogs({ children }: { children: ReactNode }) {
  const [dialogs] = useState(() => createDialogs());
  const path = useLocation({ select: (location) => location.pathname });
  useEffect(() => () => dialogs.dismissAll(), [dialogs, path]);
  return <DialogsProvider dialogs={dialogs}>{children}</DialogsProvider>;
}
