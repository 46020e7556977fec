import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AccidentActions } from '../../ui/accidents/accident-actions.tsx';
import type { Alarm } from '../../ui/alarms/alarm.ts';
import { CallActions } from '../../ui/calls/call-actions.tsx';
import { Age } from '../../ui/clock/age.tsx';
import { StateIcon } from '../../ui/icons/state-icon.tsx';
import { useWaitingAlarms } from '../../ui/alarms/alarm-context.tsx';
import { ATTENTION_ID, focusAttention } from '../../ui/shortcuts/attention-place.ts';
import css from './alarms.module.css';

function AlarmActions({ alarm: { roomId, roomName, domainId, call, accident } }: { readonly alarm: Alarm }) {
  if (accident !== null) return <AccidentActions roomId={roomId} roomName={roomName} domainId={domainId} accident={accident} />;
  return <CallActions roomId={roomId} roomName={roomName} domainId={domainId} call={call} />;
}

/** The most pressing alarm that nobody goes to yet, on every page below the bar, and how many wait besides. */
export function AlarmBanner() {
  const { t } = useTranslation('alarms');
  const { t: accidents } = useTranslation('accidents');
  // A device that failed stands in the list of what needs somebody, and is heard; nobody lies on the floor for it.
  const [first, ...others] = useWaitingAlarms().filter(({ severity }) => severity !== 'technical');
  return (
    <div role="alert" className={css['place']}>
      {first === undefined ? null : (
        <section className={css['banner']} data-severity={first.severity} aria-label={t('banner')}>
          <span className={css['what']}>
            <StateIcon shape={first.kind === 'call' ? 'call' : 'fall'} size={22} />
            <strong>{first.roomName}</strong>
            <span>{accidents(`kind.${first.kind}`)}</span>
            <Age at={first.since} kind="since" />
          </span>
          {others.length === 0 ? null : (
            <Link to="/" hash={ATTENTION_ID} className={css['others']} onClick={(event) => { if (focusAttention()) event.preventDefault(); }}>{t('others', { count: others.length })}</Link>
          )}
          <AlarmActions alarm={first} />
        </section>
      )}
    </div>
  );
}
