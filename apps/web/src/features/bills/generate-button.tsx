import type { GeneratedBills } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useAgencyClient } from '../../client/agency-client.ts';
import { outcomeOf } from '../../client/call-outcome.ts';
import { useAgency } from '../../ui/agency/agency-context.tsx';
import { useOnline } from '../../ui/connection/use-online.ts';
import { useDialogs } from '../../ui/dialogs/dialogs-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ToolIcon } from '../../ui/icons/tool-icon.tsx';
import { useNotifications } from '../../ui/notifications/notifications-view.tsx';
import { useProblemWords } from '../../ui/pages/problem-words.ts';

type GenerateProps = {
  readonly month: string; readonly isOver: boolean; readonly hasBills: boolean; readonly onTerms: () => void;
  /** Who has more than a bill holds: that stays on the page, while what became of the others passes. */
  readonly onTooLarge: (tooLarge: GeneratedBills['tooLarge']) => void;
};

/** Makes the month's drafts, or makes them anew; where the terms are missing they are asked for. */
export function GenerateButton({ month, isOver, hasBills, onTerms, onTooLarge }: GenerateProps) {
  const { t } = useTranslation('bills');
  const { id } = useAgency();
  const client = useAgencyClient();
  const online = useOnline();
  const dialogs = useDialogs();
  const notifications = useNotifications();
  const words = useProblemWords();
  const generate = async (): Promise<void> => {
    if (hasBills && !await dialogs.confirm({ title: t('generate.title', { month: month.replace('-', '/') }), message: t('generate.message'), ok: t('generate.do') })) return;
    const outcome = await outcomeOf(() => client.generate(id, month));
    if (outcome.kind === 'refused') {
      if (outcome.problem.code === 'bill-terms-missing') onTerms();
      else notifications.show({ type: 'negative', message: words(outcome.problem) });
      return;
    }
    const { made, changed, same, dropped, days, late, tooLarge } = outcome.value;
    const counts = { made, changed, same, dropped };
    onTooLarge(tooLarge);
    if (same > 0 && made + changed + dropped + tooLarge.length === 0) notifications.show({ type: 'info', message: t('generate.same', { count: same }) });
    else if (days === 0 && tooLarge.length === 0) notifications.show({ type: 'info', message: t('generate.nothing') });
    else notifications.show({ type: 'positive', message: late === 0 ? t('generate.done', counts) : t('generate.doneLate', { ...counts, count: late }) });
  };
  return <Button kind="primary" disabled={!online || !isOver} onClick={() => void generate()}><ToolIcon name="bill" size={18} />{t('generate.do')}</Button>;
}
