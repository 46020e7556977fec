import { daysLater } from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { showWithin } from '../../kit/show-within.ts';
import { countedMetrics } from './counted-night.ts';
import { SmallHypnogram } from './night-strip.tsx';
import { useLength, useMoments } from './use-lane-labels.ts';
import css from './nights.module.css';
import type { Night } from './api.ts';

type NightCalendarProps = {
  readonly nights: readonly Night[];
  readonly isAll: boolean;
  readonly chosen: string;
  readonly running: string;
  readonly timeZone: string;
};
const SHOWN = 14;

/**
 * Two weeks of small nights, with steps back and forward. Every day is listed, with a note on days
 * without a night.
 */
export function NightCalendar({ nights, isAll, chosen, running, timeZone }: NightCalendarProps) {
  const { t } = useTranslation('rooms');
  const list = useRef<HTMLUListElement>(null);
  const last = daysLater(chosen, 6) > running ? running : daysLater(chosen, 6);
  const dates = Array.from({ length: SHOWN }, (_, index) => daysLater(last, index - SHOWN + 1));
  useEffect(() => {
    // Scroll in the next frame: scrolling now would force a second layout of the page.
    const frame = requestAnimationFrame(() => showWithin(list.current, '[aria-current]', 'centre'));
    return () => cancelAnimationFrame(frame);
  }, [chosen]);
  return (
    <nav className={css['calendar']} aria-label={t('nights')}>
      <Step to={daysLater(chosen, -1)} label={t('previousNight')} back />
      <ul ref={list}>
        {dates.map((date) => (
          <Cell
            key={date}
            date={date}
            night={nights.find(({ night }) => night === date)}
            isChosen={date === chosen}
            isRunning={date === running}
            isAll={isAll}
            timeZone={timeZone}
          />
        ))}
      </ul>
      {chosen < running ? <Step to={daysLater(chosen, 1)} label={t('nextNight')} /> : null}
      {chosen < daysLater(running, -1) ? (
        <Step to={running} label={t('latestNight')} icon="unfold" />
      ) : null}
    </nav>
  );
}

const Step = ({
  to,
  label,
  back = false,
  icon = 'right',
}: {
  to: string;
  label: string;
  back?: boolean;
  icon?: 'right' | 'unfold';
}) => (
  <Link
    to="."
    search={{ night: to }}
    className={css['step']}
    aria-label={label}
    title={label}
    data-back={back}
  >
    <ToolIcon name={icon} size={18} />
  </Link>
);

type CellProps = {
  readonly date: string;
  readonly night: Night | undefined;
  readonly isChosen: boolean;
  readonly isRunning: boolean;
  readonly isAll: boolean;
  readonly timeZone: string;
};

function Cell({ date, night, isChosen, isRunning, isAll, timeZone }: CellProps) {
  const { t } = useTranslation('rooms');
  const length = useLength();
  const { weekday } = useMoments(timeZone);
  const total = night === undefined ? null : (countedMetrics(night, timeZone)['TST'] ?? null);
  const word =
    night?.state === 'done'
      ? total === null
        ? t('noValue')
        : length(total * 60_000)
      : t(`short.${night?.state ?? (isRunning ? 'running' : isAll ? 'none' : 'loading')}`);
  return (
    <li>
      <Link
        to="."
        search={{ night: date }}
        className={css['cell']}
        aria-current={isChosen ? 'page' : undefined}
        data-empty={night === undefined}
      >
        <span className={css['cellDate']}>{weekday(date)}</span>
        {night?.state === 'done' ? (
          <SmallHypnogram night={night} />
        ) : (
          <span className={css['smallNone']} />
        )}
        <span className={css['cellWord']}>{word}</span>
      </Link>
    </li>
  );
}
