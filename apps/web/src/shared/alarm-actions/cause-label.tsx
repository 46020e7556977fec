import { getCause, isTechnical, type AccidentCause, type RoomAccident } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { useIsConnectionStale } from '../connection/link-context.tsx';
import css from './accidents.module.css';

type CausedAccident = Pick<RoomAccident, 'kind' | 'source' | 'state' | 'overAt' | 'unknownAt'>;

/** Whether the cause of an open alarm persists; null if it has none that can end. */
export const shownCause = (accident: CausedAccident): AccidentCause | null =>
  isTechnical(accident.kind) || accident.state === 'resolved' ? null : getCause(accident);

/** Without a connection, whether a cause persists is not known any more: it did before. */
type ShownCause = AccidentCause | 'beforeLoss';

function useShownCause(): (accident: CausedAccident) => ShownCause | null {
  const isOld = useIsConnectionStale();
  return (accident) => {
    const cause = shownCause(accident);
    return isOld && (cause === 'ongoing' || cause === 'recurring') ? 'beforeLoss' : cause;
  };
}

/** "続いています", "おさまりました・未確認" or, with a responder, "対応中・続いています". */
export function useCauseLabel(): (accident: CausedAccident) => string | null {
  const { t } = useTranslation('accidents');
  const getShown = useShownCause();
  return (accident) => {
    const cause = getShown(accident);
    if (cause === null) return null;
    return t(accident.state === 'raised' ? `cause.${cause}` : `causeWhileGoing.${cause}`);
  };
}

type CauseLabelProps = {
  readonly accident: CausedAccident | null;
  /** The state and the name of the responder are already shown. */
  readonly isBesideName?: boolean;
  /** For places that must not grow. */
  readonly isShort?: boolean;
};

/** The same text on cards, tiles, banner, lists and sheets. */
export function CauseLabel({ accident, isBesideName = false, isShort = false }: CauseLabelProps) {
  const { t } = useTranslation('accidents');
  const label = useCauseLabel();
  const getShown = useShownCause();
  const cause = accident === null ? null : getShown(accident);
  if (accident === null || cause === null) return null;
  const whole = label(accident) ?? '';
  const isUnknown = cause === 'unknown' || cause === 'beforeLoss';
  const unlessBesideName = isShort && isUnknown ? t('unknownShort') : whole;
  const text = isBesideName ? t(`causeBesideName.${cause}`) : unlessBesideName;
  return (
    <span
      className={css['cause']}
      data-cause={isUnknown ? 'unknown' : cause}
      title={text === whole ? undefined : whole}
    >
      {text}
    </span>
  );
}
