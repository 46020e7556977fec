import { useTranslation } from 'react-i18next';
import { joinList } from '../../../locales/join-list.ts';
import { oneParagraph, sentenceGap } from '../../../locales/one-paragraph.ts';
import { useAwaitedDevicesFormatter } from '../../../shared/device-state/use-awaited-devices-formatter.ts';
import { useMoments } from '../use-lane-labels.ts';
import type { CountedNight } from '../counted-night.ts';
import { differenceFromWeek, figureValue } from './figures.ts';
import css from './result.module.css';
import { useFigureLabels } from './use-figure-labels.ts';
import { signalName } from './why-this-value.tsx';

/** Smaller differences are not worth mentioning. */
const ALIKE_MINUTES = 10;
const CODES = ['good', 'partial', 'poor', 'noSleepSignals', 'nobodyInBed', 'noData'] as const;

/** The night in a few sentences, for the morning handover. */
export function ResultText({
  counted,
  before,
  timeZone,
}: {
  counted: CountedNight;
  before: readonly CountedNight[];
  timeZone: string;
}) {
  const { t, i18n } = useTranslation('results');
  const { t: rooms } = useTranslation('rooms');
  const formatAwaited = useAwaitedDevicesFormatter(timeZone);
  const sentences = [...useSleepSentences(counted, before, timeZone), ...useBodySentences(counted)];
  const { quality, provenance, awaited } = counted.night;
  const code = CODES.find((candidate) => candidate === quality?.code) ?? 'noData';
  return (
    <div className={css['words']}>
      {sentences.length === 0 ? null : <p>{oneParagraph(i18n.language, sentences)}</p>}
      <p className={css['quality']} data-code={code}>
        {oneParagraph(i18n.language, [
          awaited === null
            ? t(`quality.${code}`, { percent: `${Math.floor(counted.coverage * 100)}%` })
            : rooms('summary.provisional', { serials: formatAwaited(awaited.devices) }),
          ...(counted.corrections.length > 0 ? [t('words.corrected')] : []),
        ])}
        {sentenceGap(i18n.language)}
        {provenance === null || provenance.signals.length === 0 ? null : (
          <small>
            {t('madeFrom', {
              signals: joinList(
                i18n.language,
                provenance.signals.map((signal) => signalName(t, signal)),
              ),
            })}
          </small>
        )}
      </p>
    </div>
  );
}

function useSleepSentences(
  counted: CountedNight,
  before: readonly CountedNight[],
  timeZone: string,
): string[] {
  const { t } = useTranslation('results');
  const words = useFigureLabels();
  const { time } = useMoments(timeZone);
  const total = figureValue(counted, 'TST');
  const main = counted.sleeps.find(({ kind }) => kind === 'main');
  if (total === null || main === undefined) return [];
  const range = counted.bounds['TST'];
  const isBetween = range !== undefined && range.most - range.least >= ALIKE_MINUTES;
  const difference = differenceFromWeek(
    total,
    before.map((night) => figureValue(night, 'TST')),
    'minutes',
  );
  const compared =
    difference === null
      ? []
      : [
          Math.abs(difference.by) < ALIKE_MINUTES
            ? t('words.alike', { nights: difference.nights })
            : t(difference.by > 0 ? 'words.longer' : 'words.shorter', {
                nights: difference.nights,
                length: words.minutes(Math.abs(difference.by)),
              }),
        ];
  const awakenings = figureValue(counted, 'awakenings') ?? 0;
  return [
    t('words.slept', { from: time(main.fromMs), to: time(main.toMs) }),
    isBetween
      ? t('words.totalBetween', {
          least: words.minutes(range.least),
          most: words.minutes(range.most),
        })
      : t('words.total', { length: words.minutes(total) }),
    ...compared,
    awakenings > 0 ? t('words.woke', { count: awakenings }) : t('words.notWoke'),
    ...counted.sleeps
      .filter(({ kind }) => kind !== 'main')
      .map(({ kind, fromMs, toMs }) =>
        t(kind === 'nap' ? 'words.nap' : 'words.secondPart', {
          from: time(fromMs),
          to: time(toMs),
        }),
      ),
  ];
}

function useBodySentences(counted: CountedNight): string[] {
  const { t } = useTranslation('results');
  const words = useFigureLabels();
  if (!counted.presence.includes('inBed')) return [];
  const exits = figureValue(counted, 'outOfBedCount') ?? 0;
  const [heart, breath] = [
    figureValue(counted, 'heartRateMean'),
    figureValue(counted, 'respirationRateMean'),
  ];
  const rates = {
    heart: words.value('perMinute', heart),
    breath: words.value('perMinute', breath),
  };
  const body =
    heart === null
      ? breath === null
        ? []
        : [t('words.breath', rates)]
      : [t(breath === null ? 'words.heart' : 'words.body', rates)];
  return [
    exits > 0
      ? t('words.left', {
          count: exits,
          length: words.minutes(figureValue(counted, 'outOfBedMinutes') ?? 0),
        })
      : t('words.notLeft'),
    ...body,
  ];
}
