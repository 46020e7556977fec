import {
  createContext,
  lazy,
  Suspense,
  useContext,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { ConfirmRequest, PromptRequest, TellRequest } from './dialog-requests.ts';
import type { Dialogs } from './dialog-store.ts';

// The code of dialogs loads with the first one; the sign-in page has none.
const DialogFrame = lazy(async () => ({
  default: (await import('./dialog-frame.tsx')).DialogFrame,
}));
const Message = lazy(async () => ({ default: (await import('./dialog-bodies.tsx')).Message }));
const Confirmation = lazy(async () => ({
  default: (await import('./dialog-bodies.tsx')).Confirmation,
}));
const TextPrompt = lazy(async () => ({
  default: (await import('./dialog-bodies.tsx')).TextPrompt,
}));

const Context = createContext<Dialogs | null>(null);

/** Renders the dialogs of the store, and provides the store to its children. */
export function DialogsProvider({ dialogs, children }: { dialogs: Dialogs; children: ReactNode }) {
  const shown = useSyncExternalStore(dialogs.subscribe, dialogs.current);
  return (
    <Context value={dialogs}>
      {children}
      {shown.map(({ id, look, body, leaving, dismiss }) => (
        <Suspense key={id}>
          <DialogFrame look={look} leaving={leaving} onDismiss={dismiss}>
            {body}
          </DialogFrame>
        </Suspense>
      ))}
    </Context>
  );
}

export type DialogActions = {
  /** True if the user confirmed. */
  readonly confirm: (request: ConfirmRequest) => Promise<boolean>;
  /** The text, or null if the dialog was closed. */
  readonly prompt: (request: PromptRequest) => Promise<string | null>;
  /** Shows a message; resolves when it is closed. */
  readonly tell: (request: TellRequest) => Promise<void>;
  /** Shows custom content; see `Dialogs.open`. */
  readonly open: Dialogs['open'];
};

/** Asks the user: `if (await dialogs.confirm({ title, message, ok, kind: 'danger' })) …`. */
export function useDialogs(): DialogActions {
  const dialogs = useContext(Context);
  if (dialogs === null) throw new Error('useDialogs must be used inside <DialogsProvider>');
  return useMemo(
    () => ({
      confirm: ({ title, kind = 'plain', ...request }) =>
        dialogs.open(
          { title, kind, size: 'small', closesOnOutsideClick: true },
          false,
          (answer) => <Confirmation {...request} kind={kind} onAnswer={answer} />,
        ),
      prompt: ({ title, kind = 'plain', ...request }) =>
        dialogs.open<string | null>({ title, kind, size: 'small' }, null, (answer) => (
          <TextPrompt {...request} kind={kind} onAnswer={answer} />
        )),
      tell: ({ title, ...request }) =>
        dialogs.open<void>(
          { title, size: 'small', closesOnOutsideClick: true },
          undefined,
          (answer) => <Message {...request} onDone={() => answer()} />,
        ),
      open: dialogs.open,
    }),
    [dialogs],
  );
}
