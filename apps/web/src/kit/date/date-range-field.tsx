import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClock } from '../clock/clock-context.tsx';
import { FieldMessages } from '../form/field-messages.tsx';
import formCss from '../form/form.module.css';
import { Popover } from '../popover/popover.tsx';
import type { FieldError } from '../form/form-rules.ts';
import { MaskField } from '../mask/mask-field.tsx';
import { Calendar } from './calendar.tsx';
import {
  compareDays,
  parseCalendarDay,
  toLocalDay,
  formatCalendarDay,
  type CalendarDay,
} from './calendar-day.ts';
import { CalendarButton } from './date-field.tsx';
import css from './dates.module.css';

/** Two days as `2026/11/21`; empty if not set. */
export type DateSpan = { readonly from: string; readonly to: string };

type DateRangeFieldProps = {
  readonly label: string;
  readonly name: string;
  readonly value: DateSpan;
  readonly hint?: string | undefined;
  readonly error?: FieldError;
  readonly disabled?: boolean | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (value: DateSpan) => void;
  readonly onBlur?: (() => void) | undefined;
};

/** A range of days, typed or chosen from one calendar. */
export function DateRangeField({
  label,
  name,
  value,
  hint,
  error = null,
  disabled,
  min = '',
  max = '',
  onChange,
  onBlur,
}: DateRangeFieldProps) {
  const { t } = useTranslation('dates');
  const id = useId();
  const place = useRef<HTMLFieldSetElement>(null);
  const [open, setOpen] = useState(false);
  const today = toLocalDay(new Date(useClock().now()));
  const close = (): void => {
    setOpen(false);
    place.current?.querySelector('input')?.focus();
  };
  const choose = (day: CalendarDay): void => {
    const next = extendRange(value, day);
    onChange(next);
    if (next.to !== '') close();
  };
  const words = error === null && hint === undefined ? undefined : `${id}-words`;
  const part = {
    disabled,
    onBlur,
    describedBy: words,
    mask: 'date',
    placeholder: t('placeholder'),
    marked: error !== null,
  } as const;
  return (
    <fieldset ref={place} className={css['range']}>
      <legend className={formCss['legend']}>{label}</legend>
      <div className={css['pair']}>
        <MaskField
          {...part}
          name={`${name}-from`}
          label={t('from')}
          value={value.from}
          onChange={(from) => onChange({ ...value, from })}
        />
        <span aria-hidden="true">{t('until')}</span>
        <MaskField
          {...part}
          name={`${name}-to`}
          label={t('to')}
          value={value.to}
          onChange={(to) => onChange({ ...value, to })}
          end={
            <CalendarButton
              open={open}
              disabled={disabled}
              onPress={() => (open ? close() : setOpen(true))}
            />
          }
        />
      </div>
      <FieldMessages id={words} error={error} hint={hint} />
      {open ? (
        <Popover anchor={place} label={t('choose')} onClose={() => setOpen(false)}>
          <Calendar
            chosen={{ from: parseCalendarDay(value.from), to: parseCalendarDay(value.to) }}
            today={today}
            min={parseCalendarDay(min)}
            max={parseCalendarDay(max)}
            onChoose={choose}
          />
        </Popover>
      ) : null}
    </fieldset>
  );
}

/**
 * The first chosen day begins a range, the second ends it; an earlier second day begins a new
 * range.
 */
export function extendRange({ from, to }: DateSpan, day: CalendarDay): DateSpan {
  const start = parseCalendarDay(from);
  return start === null || to !== '' || compareDays(day, start) < 0
    ? { from: formatCalendarDay(day), to: '' }
    : { from, to: formatCalendarDay(day) };
}
