import { useTranslation } from 'react-i18next';
import type { RoomStatus } from './room-status.ts';

/**
 * "離床", "転倒", or "対応中 佐藤" for a state with a responder. Outside the team the name is hidden
 * (`live.accidents.by`), where the responder may be the reader.
 */
export function useStatusLabel(): (
  status: Pick<RoomStatus, 'word' | 'who' | 'accident'>,
) => string {
  const { t } = useTranslation('states');
  const { t: accidents } = useTranslation('accidents');
  return ({ word, who, accident }) => {
    if (accident !== undefined) return accidents(`kind.${accident}`);
    return who === undefined || who === '' ? t(word) : t('withName', { state: t(word), name: who });
  };
}
