import { type CourseRun, type SleepStage } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import css from './cards.module.css';
import { stageMinutes } from './night-summary.ts';

/** Deep is low: the height of a stage in the strip, 0 at the top. */
const DEPTH: Readonly<Record<SleepStage, number>> = {
  wake: 0,
  rem: 1,
  light: 2,
  asleep: 2,
  deep: 3,
  missing: 4,
};
const COLOURS: Readonly<Record<SleepStage, string>> = {
  wake: 'var(--stage-wake)',
  rem: 'var(--stage-rem)',
  light: 'var(--stage-light)',
  asleep: 'var(--stage-light)',
  deep: 'var(--stage-deep)',
  missing: 'transparent',
};
const LEVELS = 4;

/** The stages of a night from left to right; a gap is a gap. */
export function NightStrip({
  runs,
  epochs,
  height,
}: {
  runs: readonly CourseRun[];
  epochs: number;
  height: number;
}) {
  const { t } = useTranslation('home');
  const words = t('night.strip', {
    wake: stageMinutes(runs, 'wake'),
    rem: stageMinutes(runs, 'rem'),
    deep: stageMinutes(runs, 'deep'),
    light: stageMinutes(runs, 'light') + stageMinutes(runs, 'asleep'),
  });
  return (
    <svg
      className={css['nightStrip']}
      height={height}
      viewBox={`0 0 ${Math.max(epochs, 1)} ${LEVELS}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
    >
      {runs.map(({ stage, from, length }) =>
        stage === 'missing' ? null : (
          <rect
            key={from}
            x={from}
            width={length}
            y={DEPTH[stage]}
            height={LEVELS - DEPTH[stage]}
            fill={COLOURS[stage]}
            shapeRendering="crispEdges"
          />
        ),
      )}
    </svg>
  );
}
