import { useEffect, useState, type ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import { DIALOG_MS, type DialogLook } from './dialog-store.ts';

type DialogProps = DialogLook & {
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
  const [there, setThere] = useState(open);
  if (open && !there) setThere(true);
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setThere(false), DIALOG_MS);
    return () => clearTimeout(timer);
  }, [open]);
  return there ? (
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
