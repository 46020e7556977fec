import { getLateReceipt, isTechnical } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDateTimeFormatter, fullDateTime } from '../../locales/date-time-formatter.ts';
import { AlarmActions } from '../../shared/alarm-actions/alarm-actions.tsx';
import { AlarmMute } from '../../shared/alarm-actions/alarm-mute.tsx';
import { useCauseLabel } from '../../shared/alarm-actions/cause-label.tsx';
import { Age } from '../../kit/clock/age.tsx';
import { StateIcon } from '../../shared/room-state/state-icon.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { AccidentDetails } from './accident-details.tsx';
import { useRoomClock } from '../../shared/time-of-day/use-room-clock.ts';
import type { Accident, Room } from './api.ts';
import css from './accidents.module.css';

type AccidentRowProps = { readonly room: Room; readonly accident: Accident };

/**
 * An alarm: kind, time, state and responder; its history opens below. An open one shows its
 * actions.
 */
export function AccidentRow({ room, accident }: AccidentRowProps) {
  const { t, i18n } = useTranslation('accidents');
  const { timeZone } = useRoomClock(room.domainId);
  const [isOpen, setIsOpen] = useState(false);
  const { kind, severity, state, raisedAt, repeats, acknowledgedBy, resolvedBy } = accident;
  const stateText = useStateText()(accident);
  const who = (resolvedBy ?? acknowledgedBy)?.name ?? '';
  const isCall = kind === 'call';
  const timeFormat = { ...fullDateTime(i18n.language), timeZone };
  const formatDateTime = createDateTimeFormatter(i18n.language, timeFormat);
  const lateAt = getLateReceipt(accident);
  return (
    <li
      className={css['row']}
      data-severity={severity}
      data-state={state}
      data-accident={accident.documentReferenceId}
    >
      <div className={css['rowHead']}>
        <span className={css['icon']} data-tone={getTone(accident)}>
          <StateIcon
            shape={isCall ? 'call' : isTechnical(kind) ? 'deviceFault' : 'fall'}
            size={22}
          />
        </span>
        <h3>
          {t(`kind.${kind}`)}
          {repeats > 1 ? <small>{t('repeats', { count: repeats })}</small> : null}
        </h3>
        <span className={css['severity']} data-tone={getTone(accident)}>
          {t(`severity.${severity}`)}
        </span>
        <time dateTime={raisedAt.toISOString()}>{formatDateTime(raisedAt)}</time>
        <span className={css['state']} data-state={state}>
          {stateText}
          {who === '' ? '' : ` · ${who}`}
        </span>
        {state === 'raised' ? (
          <Age at={raisedAt} kind="since" className={css['age']} />
        ) : (
          <span className={css['age']}>
            {lateAt === null ? (
              <Took accident={accident} />
            ) : (
              t('list.late', { at: formatDateTime(lateAt) })
            )}
          </span>
        )}
        <button
          type="button"
          className={css['more']}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('list.history')}
          <ToolIcon name={isOpen ? 'up' : 'down'} size={16} />
        </button>
      </div>
      <MonitoringGap accident={accident} formatDateTime={formatDateTime} />
      <div className={css['acts']}>
        <AlarmActions
          roomId={room.documentReferenceId}
          roomName={room.name}
          domainId={room.domainId}
          accident={{ ...accident, id: accident.documentReferenceId, by: acknowledgedBy }}
          note={accident.note}
        />
        {state === 'raised' ? (
          <AlarmMute
            roomId={room.documentReferenceId}
            roomName={room.name}
            domainId={room.domainId}
            accident={{ ...accident, id: accident.documentReferenceId }}
          />
        ) : null}
      </div>
      {isOpen ? <AccidentDetails room={room} accident={accident} /> : null}
    </li>
  );
}

type MonitoringGapProps = {
  readonly accident: Accident;
  readonly formatDateTime: (at: Date) => string;
};

/** When the data was received that no alarm rule evaluated. */
function MonitoringGap({ accident: { kind, evidence }, formatDateTime }: MonitoringGapProps) {
  const { t } = useTranslation('accidents');
  if (kind !== 'monitoringGap' || evidence === null) return null;
  const until = formatDateTime(evidence.to);
  const isBeginUnknown = evidence.from.getTime() === evidence.to.getTime();
  return (
    <p>
      {isBeginUnknown
        ? t('list.gapUntil', { until })
        : t('list.gap', { from: formatDateTime(evidence.from), until })}
    </p>
  );
}

/** The answer and, while it is open, whether the cause still holds. */
function useStateText(): (accident: Accident) => string {
  const { t } = useTranslation('accidents');
  const causeLabel = useCauseLabel();
  return (accident) => {
    const { state, outcome } = accident;
    if (state === 'resolved' && outcome !== null) return t(`outcome.${outcome}`);
    const cause = causeLabel(accident);
    if (cause === null) return t(`state.${state}`);
    // With a responder, the label of the cause includes it.
    return state === 'raised' ? `${t('state.raised')} · ${cause}` : cause;
  };
}

function getTone({ kind, severity, state }: Pick<Accident, 'kind' | 'severity' | 'state'>): string {
  if (state === 'resolved') return 'quiet';
  if (isTechnical(kind)) return 'technical';
  return severity === 'high' ? 'danger' : 'warning';
}

/** Time from the alarm to its resolution. */
function Took({ accident: { raisedAt, resolvedAt } }: { readonly accident: Accident }) {
  const { t } = useTranslation('accidents');
  const { t: rooms } = useTranslation('rooms');
  if (resolvedAt === null) return null;
  const seconds = Math.round((resolvedAt.getTime() - raisedAt.getTime()) / 1000);
  const length =
    seconds < 120
      ? rooms('durationSeconds', { seconds })
      : seconds < 7200
        ? rooms('durationMinutes', { minutes: Math.round(seconds / 60) })
        : rooms('duration', {
            hours: Math.floor(seconds / 3600),
            minutes: Math.floor((seconds % 3600) / 60),
          });
  return t('list.took', { length });
}
