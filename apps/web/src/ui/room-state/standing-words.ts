import { useTranslation } from 'react-i18next';
import type { Standing } from './room-standing.ts';

/** "離床", or "対応中 佐藤" where the state is somebody's doing; whose is not told outside the team (`live.call.by` is hidden). */
export function useStandingWords(): (standing: Pick<Standing, 'word' | 'who'>) => string {
  const { t } = useTranslation('states');
  return ({ word, who }) => (who === undefined ? t(word) : t('withName', { state: t(word), name: who === '' ? t('somebody') : who }));
}
