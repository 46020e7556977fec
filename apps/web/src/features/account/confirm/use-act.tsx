import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt, type CallOutcome } from '../../../call-outcome.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';

type Act = <Value>(act: () => Promise<Value>) => Promise<ActOutcome<Value>>;

/**
 * Runs an action that may need a fresh confirmation of identity: if the server requires one, a
 * dialog asks for it and the action runs again.
 */
export function useAct(): Act {
  const confirm = useConfirm();
  return useCallback(
    async (act) => {
      const first = await attempt(act);
      if (first.kind !== 'refused' || first.problem.code !== 'confirmation-required') return first;
      return (await confirm()) ? attempt(act) : { kind: 'cancelled' };
    },
    [confirm],
  );
}

/** Asks the user to confirm their identity; true on success. */
export function useConfirm(): () => Promise<boolean> {
  const dialogs = useDialogs();
  const { t } = useTranslation('account');
  return useCallback(
    () =>
      dialogs.open({ title: t('confirm.title'), size: 'small' }, false, (answer) => (
        <ConfirmIdentity onAnswer={answer} />
      )),
    [dialogs, t],
  );
}

/** `cancelled`: the user declined to confirm their identity; nothing was done. */
export type ActOutcome<Value> = CallOutcome<Value> | { readonly kind: 'cancelled' };
