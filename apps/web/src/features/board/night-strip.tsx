import { type CourseRun, type SleepStage } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../locales/join-list.ts';
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
  asleep: 'var(--stage-asleep)',
  deep: 'var(--stage-deep)',
  missing: 'transparent',
};
const LEVELS = 4;
const STAGED = ['rem', 'light', 'deep'] as const;

/** The stages of a night from left to right; gaps stay empty. */
export function NightStrip({
  name,
  runs,
  epochs,
  height,
}: {
  /** Which night it is. */
  name: string;
  runs: readonly CourseRun[];
  epochs: number;
  height: number;
}) {
  const { t, i18n } = useTranslation('home');
  const stages = namedStages(runs).map((stage) =>
    t(`night.stage.${stage}`, { minutes: stageMinutes(runs, stage) }),
  );
  return (
    <svg
      className={css['nightStrip']}
      height={height}
      viewBox={`0 0 ${Math.max(epochs, 1)} ${LEVELS}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('night.strip', { night: name, stages: joinList(i18n.language, stages) })}
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

/** Without stages, sleep has one name; "light: 0 min" would claim that stages were measured. */
function namedStages(runs: readonly CourseRun[]): readonly Exclude<SleepStage, 'missing'>[] {
  const present = new Set(runs.map(({ stage }) => stage));
  const isStaged = STAGED.some((stage) => present.has(stage));
  const hasPlainSleep = present.has('asleep') || !isStaged;
  return ['wake', ...(isStaged ? STAGED : []), ...(hasPlainSleep ? (['asleep'] as const) : [])];
}
