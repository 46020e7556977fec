import { ProblemError } from '@yamori/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wantsNotToBeCounted } from '../../api/do-not-count.ts';
import { useUsageChoiceApi } from '../../api/usage-choice.ts';
import { ToggleField } from '../../kit/form/check-field.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';

const KEY = ['usage-choice'];

/** Opts in or out of usage counts. Also says if the browser sends a do-not-track signal. */
export function UsageChoice() {
  const { t } = useTranslation('help');
  const { read, write } = useUsageChoiceApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const { data } = useQuery({ queryKey: KEY, queryFn: read, retry: false });
  const isOptedOut = wantsNotToBeCounted(navigator);
  const choose = async (counted: boolean): Promise<void> => {
    try {
      queries.setQueryData(KEY, await write(counted));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      toasts.show({ type: 'negative', message: formatProblem(error.problem) });
    }
  };
  return (
    <ToggleField
      label={t('counted')}
      name="counted"
      hint={isOptedOut ? t('countedBrowser') : undefined}
      checked={!isOptedOut && data === true}
      disabled={isOptedOut || data === undefined}
      onChange={(counted) => void choose(counted)}
    />
  );
}
