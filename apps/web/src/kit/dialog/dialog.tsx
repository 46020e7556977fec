import { useEffect, useState, type ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import { DIALOG_MS, type DialogLook } from './dialog-store.ts';

type DialogProps = DialogLook & {
  readonly open: boolean;
  /** Asked to close: Escape, the cross, a click beside it. The owner decides. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/**
 * A dialog as a component, for a screen that holds its state itself. What it held stays to be seen
 * while it goes.
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
