import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { askForText, askYesOrNo, tell, type ConfirmRequest, type PromptRequest, type TellRequest } from './asking.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import type { Dialogs } from './dialog-store.ts';

const Context = createContext<Dialogs | null>(null);

/** Draws the dialogs of the store, and hands the store to everything below. */
export function DialogsProvider({ dialogs, children }: { dialogs: Dialogs; children: ReactNode }) {
  const shown = useSyncExternalStore(dialogs.subscribe, dialogs.current);
  return (
    <Context value={dialogs}>
      {children}
      {shown.map(({ id, look, body, leaving, dismiss }) => <DialogFrame key={id} look={look} leaving={leaving} onDismiss={dismiss}>{body}</DialogFrame>)}
    </Context>
  );
}

export type DialogActions = {
  /** True when it is to be done; false for anything else. */
  readonly confirm: (request: ConfirmRequest) => Promise<boolean>;
  /** The text, or null when it was closed without one. */
  readonly prompt: (request: PromptRequest) => Promise<string | null>;
  /** Something to read; resolves when it is closed. */
  readonly tell: (request: TellRequest) => Promise<void>;
  /** Content of one's own; see `Dialogs.open`. */
  readonly open: Dialogs['open'];
};

/** Ways to ask: `if (await dialogs.confirm({ title, message, ok, kind: 'danger' })) …`. */
export function useDialogs(): DialogActions {
  const dialogs = useContext(Context);
  if (dialogs === null) throw new Error('DialogsProvider is missing');
  return useMemo(() => ({
    confirm: (request) => askYesOrNo(dialogs, request),
    prompt: (request) => askForText(dialogs, request),
    tell: (request) => tell(dialogs, request),
    open: dialogs.open,
  }), [dialogs]);
}
