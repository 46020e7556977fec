import { useEffect, useState, type ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import { DIALOG_MS, type DialogStyle } from './dialog-store.ts';

type DialogProps = DialogStyle & {
  readonly open: boolean;
  /** Called by Escape, the close button and a click outside. The owner decides. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * A dialog as a component, for a screen with its own state. Its content stays visible while it
 * closes.
 */
export function Dialog({ open, onClose, children, ...look }: DialogProps) {
  const [isShown, setShown] = useState(open);
  if (open && !isShown) setShown(true);
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setShown(false), DIALOG_MS);
    return () => clearTimeout(timer);
  }, [open]);
  return isShown ? (
    <DialogFrame
      look={look}
      leaving={!open}
      prints={look.size !== 'small' && look.size !== 'palette' && look.kind !== 'danger'}
      onDismiss={onClose}
    >
      {children}
    </DialogFrame>
  ) : null;
}
