import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { outcomeOf } from '../../../call-outcome.ts';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import type { ActOutcome } from './act-outcome.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';

type Act = <Value>(act: () => Promise<Value>) => Promise<ActOutcome<Value>>;

/**
 * Does what the server may want a fresh proof for: where it asks for one, so does a dialog, and
 * then it is done again.
 */
export function useAct(): Act {
  const confirm = useConfirm();
  return useCallback(
    async (act) => {
      const first = await outcomeOf(act);
      if (first.kind !== 'refused' || first.problem.code !== 'confirmation-required') return first;
      return (await confirm()) ? outcomeOf(act) : { kind: 'cancelled' };
    },
    [confirm],
  );
}

/** Asks somebody to show again that it is they; true once they have. */
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
