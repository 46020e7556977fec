import { useTranslation } from 'react-i18next';
import css from './cards.module.css';
import { NightStrip } from './night-strip.tsx';
import { useLastNight, useNightStanding, type LastNight } from './use-last-night.ts';

/** Last night in small: its course and how long was slept, or the word that says why there is none. */
export function NightLine({ roomId, size }: NightLineProps) {
  const { isSeen, isKnown } = useNightStanding(roomId);
  return isSeen || isKnown ? (
    <AskedNight roomId={roomId} size={size} isSeen={isSeen} />
  ) : (
    <NightWords state={LOADING} size={size} />
  );
}

type NightLineProps = { readonly roomId: string; readonly size: 'small' | 'large' | 'table' };
const LOADING = { kind: 'loading' } as const;

const AskedNight = ({ roomId, size, isSeen }: NightLineProps & { readonly isSeen: boolean }) => (
  <NightWords state={useLastNight(roomId, isSeen)} size={size} />
);

function NightWords({ state, size }: Pick<NightLineProps, 'size'> & { readonly state: LastNight }) {
  const { t } = useTranslation('home');
  if (state.kind !== 'found')
    return (
      <span className={css['night']} data-size={size}>
        <span className={css['nightWord']}>
          {size === 'table' ? null : `${t('night.label')} `}
          {t(`night.${state.kind}`)}
        </span>
      </span>
    );
  const { totalSleepMinutes: minutes, runs, epochs } = state.night;
  const whole = Math.round(minutes ?? 0);
  const time =
    minutes === null
      ? '--'
      : t('night.duration', { hours: Math.floor(whole / 60), minutes: whole % 60 });
  return (
    <span className={css['night']} data-size={size}>
      <NightStrip runs={runs} epochs={epochs} height={size === 'large' ? 18 : 10} />
      <span className={css['nightWord']}>
        {size === 'large' ? t('night.sleep', { time }) : time}
      </span>
    </span>
  );
}
