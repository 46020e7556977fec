import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallActions } from '../../ui/calls/call-actions.tsx';
import { Age } from '../../ui/clock/age.tsx';
import { StateIcon } from '../../ui/icons/state-icon.tsx';
import { useWaitingAlarms } from '../../ui/alarms/alarm-context.tsx';
import { ATTENTION_ID, focusAttention } from '../../ui/shortcuts/attention-place.ts';
import css from './alarms.module.css';

/** The most pressing alarm that nobody goes to yet, on every page below the bar, and how many wait besides. */
export function AlarmBanner() {
  const { t } = useTranslation('alarms');
  const [first, ...others] = useWaitingAlarms();
  return (
    <div role="alert" className={css['place']}>
      {first === undefined ? null : (
        <section className={css['banner']} data-severity={first.severity} aria-label={t('banner')}>
          <span className={css['what']}>
            <StateIcon shape="call" size={22} />
            <strong>{first.roomName}</strong>
            <span>{t('reason.call')}</span>
            <Age at={first.since} kind="since" />
          </span>
          {others.length === 0 ? null : (
            <Link to="/" hash={ATTENTION_ID} className={css['others']} onClick={(event) => { if (focusAttention()) event.preventDefault(); }}>{t('others', { count: others.length })}</Link>
          )}
          <CallActions roomId={first.roomId} roomName={first.roomName} domainId={first.domainId} call={first.call} />
        </section>
      )}
    </div>
  );
}
