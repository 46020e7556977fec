import type { TooLargeBill } from '@yamori/domain';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBillApi } from './api.ts';
import { attempt } from '../../call-outcome.ts';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';

type GenerationSetup = {
  readonly month: string;
  readonly hasBills: boolean;
  readonly onTerms: () => void;
};
type NoDays = 'sentNone' | 'placedNone';
type Found = {
  readonly month: string;
  readonly tooLarge: readonly TooLargeBill[];
  readonly none: NoDays | null;
};
export type Generation = {
  readonly busy: boolean;
  /** `remake`: the existing drafts are known to be outdated. */
  readonly generate: (how?: 'make' | 'remake') => Promise<void>;
  /**
   * Recipients whose lines exceed one bill. Stays until it is read, unlike the message about the
   * other recipients.
   */
  readonly tooLarge: readonly TooLargeBill[];
  readonly onRead: () => void;
  /** Why this month had nothing to generate; null: it had, or nothing was tried. */
  readonly none: NoDays | null;
};

/**
 * Generates or regenerates the month's drafts; opens the terms if they are missing. One run at a
 * time, from any button.
 */
export function useGeneration({ month, hasBills, onTerms }: GenerationSetup): Generation {
  const { t } = useTranslation('bills');
  const { generate } = useBillApi();
  const dialogs = useDialogs();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const isGenerating = useRef(false);
  const make = async (how: 'make' | 'remake'): Promise<void> => {
    const shown = month.replace('-', '/');
    const question =
      how === 'make'
        ? {
            title: t('generate.title', { month: shown }),
            message: t('generate.message'),
            ok: t('generate.do'),
          }
        : {
            title: t('stale.title', { month: shown }),
            message: t('stale.message'),
            ok: t('stale.do'),
          };
    if (hasBills && !(await dialogs.confirm(question))) return;
    setBusy(true);
    const outcome = await attempt(() => generate(month));
    if (outcome.kind === 'refused') {
      if (outcome.problem.code === 'bill-terms-missing') onTerms();
      else toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
      if (outcome.problem.code === 'bill-month-deviceless-invalid')
        setFound({ month, tooLarge: [], none: 'placedNone' });
      return;
    }
    const { made, changed, same, dropped, days, late, tooLarge } = outcome.value;
    const counts = { made, changed, same, dropped };
    const isNothing = days === 0 && tooLarge.length === 0;
    setFound({ month, tooLarge, none: isNothing ? 'sentNone' : null });
    if (same > 0 && made + changed + dropped + tooLarge.length === 0)
      toasts.show({ type: 'info', message: t('generate.same', { count: same }) });
    else if (isNothing) toasts.show({ type: 'info', message: t('generate.nothing') });
    else
      toasts.show({
        type: 'positive',
        message:
          late === 0
            ? t('generate.done', counts)
            : t('generate.doneLate', { ...counts, count: late }),
      });
  };
  const own = found?.month === month ? found : null;
  return {
    busy,
    tooLarge: own?.tooLarge ?? [],
    none: own?.none ?? null,
    onRead: () => setFound(null),
    async generate(how = 'make') {
      // A second press may come before the first is rendered.
      if (isGenerating.current) return;
      isGenerating.current = true;
      await make(how).finally(() => {
        isGenerating.current = false;
        setBusy(false);
      });
    },
  };
}
