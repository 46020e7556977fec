import { useState } from 'react';
import { useReloadStays } from '../api.ts';
import { attempt } from '../../../call-outcome.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';

type SaidAfter = {
  readonly message: string;
  /** Undoes the command. */
  readonly undo?: { readonly label: string; readonly run: () => void };
};

const UNDO_MS = 10_000;

/** Runs a command on a device and shows the outcome; true on success. */
export function useDeviceCommand(): {
  readonly busy: boolean;
  readonly run: (call: () => Promise<unknown>, said: SaidAfter) => Promise<boolean>;
} {
  const reloadStays = useReloadStays();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    run: async (call, { message, undo }) => {
      setBusy(true);
      const outcome = await attempt(call).finally(() => setBusy(false));
      reloadStays();
      if (outcome.kind === 'refused')
        toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
      else
        toasts.show({
          type: 'positive',
          message,
          ...(undo === undefined ? {} : { timeoutMs: UNDO_MS, action: undo }),
        });
      return outcome.kind === 'done';
    },
  };
}
