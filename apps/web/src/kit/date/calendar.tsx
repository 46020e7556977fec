import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon, type ToolIconName } from '../icons/tool-icon.tsx';
import {
  addMonths,
  compareDays,
  isWithin,
  monthWeeks,
  nearestWithin,
  sameDay,
  formatCalendarDay,
  type CalendarDay,
  type DayLimits,
} from './calendar-day.ts';
import { dayAfterKey } from './calendar-keys.ts';
import { calendarNames, type CalendarNames } from './calendar-names.ts';
import css from './dates.module.css';

/** The calendar grid pattern of the ARIA practices. */
const GRID = { role: 'grid' } as const;

type DaySpan = { readonly from: CalendarDay | null; readonly to: CalendarDay | null };

type CalendarProps = DayLimits & {
  /** One day has the same beginning and end. */
  readonly chosen: DaySpan;
  readonly today: CalendarDay;
  readonly onChoose: (day: CalendarDay) => void;
};

/**
 * A month calendar. Arrows, Home, End, Page Up and Page Down move the focus; with Shift, Page Up
 * and Page Down move by a year.
 */
export function Calendar({ chosen, today, min, max, onChoose }: CalendarProps) {
  const { i18n } = useTranslation('dates');
  const names = calendarNames(i18n.language);
  const limits = { min: min ?? null, max: max ?? null };
  const [at, setAt] = useState(() => nearestWithin(chosen.from ?? today, limits));
  const grid = useRef<HTMLTableElement>(null);
  const move = (day: CalendarDay): void => setAt(nearestWithin(day, limits));
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = dayAfterKey(at, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    const day = nearestWithin(next, limits);
    setAt(day);
    // The target day may be in another month, whose button exists after the next render.
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[data-day='${formatCalendarDay(day)}']`)?.focus(),
    );
  };
  return (
    <div className={css['calendar']}>
      <MonthHead at={at} names={names} limits={limits} onMove={move} />
      <table ref={grid} {...GRID} aria-label={names.month(at)}>
        <thead>
          <tr>
            {names.weekdays.map(({ short, long }, index) => (
              <th key={long} scope="col" abbr={long} data-weekday={index}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(at.year, at.month).map((week) => (
            <tr key={formatCalendarDay(week[0] ?? at)}>
              {week.map((day) => (
                <DayCell
                  key={formatCalendarDay(day)}
                  day={day}
                  name={names.day(day)}
                  at={at}
                  chosen={chosen}
                  today={today}
                  off={!isWithin(day, limits)}
                  onChoose={onChoose}
                  onKeyDown={onKeyDown}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MonthHeadProps = {
  readonly at: CalendarDay;
  readonly names: CalendarNames;
  readonly limits: DayLimits;
  readonly onMove: (day: CalendarDay) => void;
};

const STEPS = [
  { months: -12, icon: 'fold', word: 'previousYear' },
  { months: -1, icon: 'left', word: 'previousMonth' },
  { months: 1, icon: 'right', word: 'nextMonth' },
  { months: 12, icon: 'unfold', word: 'nextYear' },
] as const satisfies readonly { months: number; icon: ToolIconName | 'left'; word: string }[];

function MonthHead({ at, names, limits, onMove }: MonthHeadProps) {
  const { t } = useTranslation('dates');
  const leads = (months: number): boolean => {
    const day = nearestWithin(addMonths(at, months), limits);
    return day.year !== at.year || day.month !== at.month;
  };
  const steps = STEPS.map(({ months, icon, word }) => (
    <button
      key={word}
      type="button"
      aria-label={t(word)}
      disabled={!leads(months)}
      onClick={() => onMove(addMonths(at, months))}
    >
      <span className={css['step']} data-turned={icon === 'left' || undefined}>
        <ToolIcon name={icon === 'left' ? 'right' : icon} size={18} />
      </span>
    </button>
  ));
  return (
    <div className={css['head']}>
      {steps.slice(0, 2)}
      <p aria-live="polite">{names.month(at)}</p>
      {steps.slice(2)}
    </div>
  );
}

type DayCellProps = {
  readonly day: CalendarDay;
  readonly name: string;
  readonly at: CalendarDay;
  readonly chosen: DaySpan;
  readonly today: CalendarDay;
  readonly off: boolean;
  readonly onChoose: (day: CalendarDay) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

function DayCell({
  day,
  name,
  at,
  chosen: { from, to },
  today,
  off,
  onChoose,
  onKeyDown,
}: DayCellProps) {
  const edge = sameDay(day, from) || sameDay(day, to);
  const between =
    from !== null && to !== null && compareDays(day, from) > 0 && compareDays(day, to) < 0;
  return (
    <td aria-selected={edge || between} data-between={between || undefined}>
      <button
        type="button"
        data-day={formatCalendarDay(day)}
        data-chosen={edge || undefined}
        data-outside={day.month !== at.month || undefined}
        tabIndex={sameDay(day, at) ? 0 : -1}
        aria-label={name}
        aria-current={sameDay(day, today) ? 'date' : undefined}
        disabled={off}
        onClick={() => onChoose(day)}
        onKeyDown={onKeyDown}
      >
        {day.day}
      </button>
    </td>
  );
}
