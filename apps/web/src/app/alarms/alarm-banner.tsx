import { isTechnical } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { type RefCallback, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { AccidentActions } from '../../ui/accidents/accident-actions.tsx';
import { AccidentMute } from '../../ui/accidents/accident-mute.tsx';
import type { Alarm } from '../../ui/alarms/alarm.ts';
import { CallActions } from '../../ui/calls/call-actions.tsx';
import { Age } from '../../ui/clock/age.tsx';
import { StateIcon } from '../../ui/icons/state-icon.tsx';
import { useWaitingAlarms } from '../../ui/alarms/alarm-context.tsx';
import { useWhichOrganisation } from '../../ui/organisations/use-which-organisation.ts';
import { ATTENTION_ID, focusAttention } from '../../ui/shortcuts/attention-place.ts';
import { useAttentionCount } from '../layout/use-attention-count.ts';
import css from './alarms.module.css';
import { useAlarmWords } from './use-alarm-words.ts';

/** Half a blink: about 2 Hz for what is urgent, slower for the rest (design, look). */
const URGENT_BLINK_MS = 250;
const BLINK_MS = 600;

/** Dims what it is put on and lights it again, past React, as long as it is there. */
const useBlink = (everyMs: number): RefCallback<HTMLElement> =>
  useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const timer = setInterval(() => element.toggleAttribute('data-dim'), everyMs);
      return () => {
        clearInterval(timer);
        element.removeAttribute('data-dim');
      };
    },
    [everyMs],
  );

function AlarmActions({
  alarm: { roomId, roomName, domainId, call, accident },
}: {
  readonly alarm: Alarm;
}) {
  if (accident !== null)
    return (
      <AccidentActions
        roomId={roomId}
        roomName={roomName}
        domainId={domainId}
        accident={accident}
      />
    );
  return <CallActions roomId={roomId} roomName={roomName} domainId={domainId} call={call} />;
}

/** The rooms of the list that the sign in the bar counts, without the one that is named; until they are all known, those that wait. */
function useOtherRooms(first: Alarm | undefined, waiting: readonly Alarm[]): number {
  const known = useAttentionCount();
  if (known !== null) return Math.max(0, known.count - 1);
  return new Set(waiting.map(({ roomId }) => roomId).filter((roomId) => roomId !== first?.roomId))
    .size;
}

/** The most pressing alarm, on every page below the bar, and how many rooms need somebody besides. */
export function AlarmBanner() {
  const { t } = useTranslation('alarms');
  const words = useAlarmWords();
  // A device that failed stands in the list of what needs somebody, and is heard; nobody lies on the floor for it.
  const [first, ...waiting] = useWaitingAlarms().filter(({ kind }) => !isTechnical(kind));
  const others = useOtherRooms(first, waiting);
  const house = useWhichOrganisation()(first?.domainId ?? '');
  const blinking = useBlink(first?.severity === 'high' ? URGENT_BLINK_MS : BLINK_MS);
  return (
    <div className={css['place']}>
      {/* Said once: the age beside it changes, and would be said again and again. */}
      <p role="alert" className="visually-hidden">
        {first === undefined
          ? ''
          : t('notice', {
              room: [house, first.roomName].filter((part) => part !== null).join(' '),
              reason: words(first),
            })}
      </p>
      {first === undefined ? null : (
        <section
          ref={blinking}
          className={css['banner']}
          data-severity={first.severity}
          aria-label={t('banner')}
        >
          <span className={css['what']}>
            <StateIcon shape={first.kind === 'call' ? 'call' : 'fall'} size={22} />
            <strong>{first.roomName}</strong>
            {house === null ? null : <small>{house}</small>}
            <span>{words(first)}</span>
            <Age at={first.since} kind="since" />
          </span>
          {others === 0 ? null : (
            <Link
              to="/"
              hash={ATTENTION_ID}
              className={css['others']}
              onClick={(event) => {
                if (focusAttention()) event.preventDefault();
              }}
            >
              {t('others', { count: others })}
            </Link>
          )}
          {first.accident === null ? null : (
            <AccidentMute
              roomId={first.roomId}
              roomName={first.roomName}
              domainId={first.domainId}
              accident={first.accident}
            />
          )}
          <AlarmActions alarm={first} />
        </section>
      )}
    </div>
  );
}
