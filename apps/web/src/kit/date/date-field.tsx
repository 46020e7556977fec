import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClock } from '../clock/clock-context.tsx';
import { Popover } from '../popover/popover.tsx';
import type { TextFieldProps } from '../form/text-field.tsx';
import { ToolIcon } from '../icons/tool-icon.tsx';
import { MaskField } from '../mask/mask-field.tsx';
import { Calendar } from './calendar.tsx';
import { parseCalendarDay, isWithin, toLocalDay, formatCalendarDay } from './calendar-day.ts';
import css from './dates.module.css';

type DateFieldProps = Pick<
  TextFieldProps,
  'label' | 'name' | 'value' | 'hint' | 'error' | 'required' | 'disabled' | 'onChange' | 'onBlur'
> & {
  /**
   * `2026/11/21`; days before and after cannot be chosen. The rules check typed dates:
   * `rules.dateBetween`.
   */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
};

/** A day, typed as `2026/11/21` or chosen from a calendar. The value is the text. */
export function DateField({ min, max, value, onChange, ...field }: DateFieldProps) {
  const { t } = useTranslation('dates');
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    place.current?.querySelector('input')?.focus();
  };
  const choose = (text: string): void => {
    onChange(text);
    close();
  };
  return (
    <div ref={place}>
      <MaskField
        {...field}
        mask="date"
        value={value}
        onChange={onChange}
        placeholder={t('placeholder')}
        end={
          <CalendarButton
            open={open}
            disabled={field.disabled}
            onPress={() => (open ? close() : setOpen(true))}
          />
        }
      />
      {open ? (
        <Popover
          anchor={place}
          label={t('choose')}
          onClose={() =>
            place.current?.contains(document.activeElement) === true ? close() : setOpen(false)
          }
        >
          <DayChoice value={value} min={min} max={max} onChoose={choose} />
        </Popover>
      ) : null}
    </div>
  );
}

export function CalendarButton({
  open,
  disabled,
  onPress,
}: {
  open: boolean;
  disabled: boolean | undefined;
  onPress: () => void;
}) {
  const { t } = useTranslation('dates');
  return (
    <button
      type="button"
      aria-label={t('choose')}
      aria-haspopup="dialog"
      aria-expanded={open}
      disabled={disabled}
      onClick={onPress}
    >
      <ToolIcon name="calendar" size={20} />
    </button>
  );
}

type DayChoiceProps = {
  readonly value: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChoose: (text: string) => void;
};

function DayChoice({ value, min = '', max = '', onChoose }: DayChoiceProps) {
  const { t } = useTranslation('dates');
  const today = toLocalDay(new Date(useClock().now()));
  const day = parseCalendarDay(value);
  const limits = { min: parseCalendarDay(min), max: parseCalendarDay(max) };
  return (
    <>
      <Calendar
        chosen={{ from: day, to: day }}
        today={today}
        {...limits}
        onChoose={(chosen) => onChoose(formatCalendarDay(chosen))}
      />
      <div className={css['foot']}>
        <button type="button" onClick={() => onChoose('')}>
          {t('clear')}
        </button>
        {isWithin(today, limits) ? (
          <button type="button" onClick={() => onChoose(formatCalendarDay(today))}>
            {t('today')}
          </button>
        ) : null}
      </div>
    </>
  );
}
