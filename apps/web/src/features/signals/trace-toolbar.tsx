import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { Calibration } from './calibration.tsx';
import { RawIcon } from './raw-icons.tsx';
import { type RawScreen, SETUPS } from './raw-setup.ts';
import css from './toolbar.module.css';
import { speedKey, type TraceSettings } from './trace-settings.ts';
import type { TimeScale } from '../../live/chart/chart-spec.ts';

type TraceToolbarProps = {
  readonly screen: RawScreen;
  readonly settings: TraceSettings;
  readonly frozen: boolean;
  readonly onFreeze: (frozen: boolean) => void;
  readonly ruler: boolean;
  readonly onRuler: (shown: boolean) => void;
  readonly pxPerMm: number;
  readonly onCalibrate: (pxPerMm: number) => void;
  /** Tools of this screen only. */
  readonly more?: ReactNode;
};

/** Display settings of the traces. They are in the address, except freeze and ruler. */
export function TraceToolbar({
  screen,
  settings,
  frozen,
  onFreeze,
  ruler,
  onRuler,
  pxPerMm,
  onCalibrate,
  more,
}: TraceToolbarProps) {
  const { t } = useTranslation('raw');
  const [, change] = useUrlParams();
  const setup = SETUPS[screen];
  const gainWord = (gain: number): string =>
    screen === 'raw-ecg'
      ? t('tools.mmPerMv', { value: gain })
      : gain === 1
        ? t('tools.auto')
        : t('tools.times', { value: gain });
  return (
    <div className={css['toolbar']} role="toolbar" aria-label={t('tools.label')}>
      {more}
      <Segments
        label={t('tools.mode')}
        value={settings.mode}
        options={setup.modes.map((mode) => ({ value: mode, word: t(`tools.${mode}`) }))}
        onChoose={(mode) => change({ mode })}
      />
      <Choice
        label={t('tools.speed')}
        value={speedKey(settings.speed)}
        options={setup.speeds.map((speed) => ({
          value: speedKey(speed),
          word: speedWord(t, speed),
        }))}
        onChoose={(speed) => change({ speed })}
      />
      <Choice
        label={t('tools.gain')}
        value={String(settings.gain)}
        options={setup.gains.map((gain) => ({ value: String(gain), word: gainWord(gain) }))}
        onChoose={(gain) => change({ gain })}
      />
      <Choice
        label={t('tools.filter')}
        value={settings.filter}
        options={setup.filters.map((filter) => ({ value: filter, word: t(`filters.${filter}`) }))}
        onChoose={(filter) => change({ filter })}
      />
      {setup.hasMains ? (
        <Choice
          label={t('tools.mains')}
          value={settings.mainsHz === null ? 'off' : String(settings.mainsHz)}
          onChoose={(mains) => change({ mains: mains === 'off' ? undefined : mains })}
          options={[
            { value: 'off', word: t('tools.off') },
            { value: '50', word: t('tools.hertz', { value: 50 }) },
            { value: '60', word: t('tools.hertz', { value: 60 }) },
          ]}
        />
      ) : null}
      <span className={css['buttons']}>
        <button
          type="button"
          className={css['button']}
          aria-pressed={frozen}
          data-primary={frozen}
          onClick={() => onFreeze(!frozen)}
        >
          <RawIcon name={frozen ? 'resume' : 'freeze'} size={18} />
          {frozen ? t('tools.resume') : t('tools.freeze')}
        </button>
        <button
          type="button"
          className={css['button']}
          aria-pressed={ruler}
          onClick={() => onRuler(!ruler)}
        >
          <RawIcon name="ruler" size={18} />
          {t('tools.ruler')}
        </button>
        {screen === 'raw-ecg' ? <Calibration pxPerMm={pxPerMm} onCalibrate={onCalibrate} /> : null}
      </span>
    </div>
  );
}

type Option = { readonly value: string; readonly word: string };
type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChoose: (value: string) => void;
};

/** A choice among several options; hidden when there is only one. */
function Choice({ label, value, options, onChoose }: ChoiceProps) {
  if (options.length < 2) return null;
  return (
    <label className={css['choice']}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A choice between two or three visible options. */
export function Segments({ label, value, options, onChoose }: ChoiceProps) {
  if (options.length < 2) return null;
  return (
    <fieldset className={css['segments']}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} data-chosen={option.value === value}>
          <input
            type="radio"
            name={label}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span>{option.word}</span>
        </label>
      ))}
    </fieldset>
  );
}

type Translate = ReturnType<typeof useTranslation<'raw'>>['t'];

/** The speed of a trace: "25 mm/秒", "30秒", "10分". */
function speedWord(t: Translate, speed: TimeScale): string {
  return speed.kind === 'mmPerSecond'
    ? t('tools.mmPerSecond', { value: speed.value })
    : spanWord(t, speed.seconds);
}

/** A duration in its largest whole unit. */
export function spanWord(t: Translate, seconds: number): string {
  if (seconds >= 3600) return t('tools.hours', { value: seconds / 3600 });
  return seconds > 60
    ? t('tools.minutes', { value: seconds / 60 })
    : t('tools.seconds', { value: seconds });
}
