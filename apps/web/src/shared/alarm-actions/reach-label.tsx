import type { AccidentReach, RoomAccident } from '@yamori/domain';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../kit/popover/popover.tsx';
import { useIsAudible, useWaitingAlarms } from '../alarm-sound/alarm-context.tsx';
import css from './accidents.module.css';

type MissedReach = Exclude<AccidentReach, 'people' | 'sending'>;

type ReachedAlarm = {
  /** Of the waiting alarm; null if it does not wait. */
  readonly id: string | null;
  readonly reach: AccidentReach | null;
  readonly isOver: boolean;
};

/**
 * Whom notifications have reached, if not the intended people; else null. An alarm for which this
 * page sounds counts as heard, even if the server does not know it yet.
 */
export function useMissedReach({ id, reach, isOver }: ReachedAlarm): MissedReach | null {
  const isAudible = useIsAudible(id);
  if (isOver || reach === null || reach === 'people' || reach === 'sending') return null;
  return isAudible ? 'screen' : reach;
}

type ReachLabelProps = {
  readonly reach: MissedReach;
  /** For places that must not grow. */
  readonly isShort?: boolean;
};

/** A press shows an explanation. */
export function ReachLabel({ reach, isShort = false }: ReachLabelProps) {
  const { t } = useTranslation('accidents');
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const whole = t(`reach.${reach}`);
  return (
    <>
      <strong ref={anchor} className={css['reach']} data-reach={reach}>
        <button
          type="button"
          title={whole}
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isShort ? t(`reachShort.${reach}`) : whole}
        </button>
      </strong>
      {isOpen ? (
        <Popover anchor={anchor} label={whole} onClose={() => setIsOpen(false)}>
          <Explanation title={whole}>{t(`reachWhy.${reach}`)}</Explanation>
        </Popover>
      ) : null}
    </>
  );
}

type ExplanationProps = { readonly title: string; readonly children: string };

/** Takes the focus, so that Escape closes the popover and screen readers read it. */
function Explanation({ title, children }: ExplanationProps) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div ref={text} tabIndex={-1} className={css['reachWhy']}>
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  );
}

/** For an alarm without a responder that is not over. */
export function AlarmReachLabel({
  roomId,
  accident,
}: {
  readonly roomId: string;
  readonly accident: RoomAccident;
}) {
  const waiting = useWaitingAlarms().find(
    (alarm) => alarm.roomId === roomId && alarm.accident.id === accident.id,
  );
  const missed = useMissedReach({
    id: waiting?.id ?? null,
    reach: accident.state === 'raised' ? accident.reach : null,
    isOver: accident.overAt !== null,
  });
  return missed === null ? null : <ReachLabel reach={missed} />;
}
