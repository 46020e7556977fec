import { toCourse, type SleepStage } from '@yamori/domain';
import { correctedStages, EPOCH_MS, recordedStretch } from './night-stages.ts';
import type { Night } from './api.ts';
import css from './nights.module.css';

/** How far below "awake" each stage is drawn, in fourths. */
export const STAGE_DEPTHS: Readonly<Record<SleepStage, number>> = {
  wake: 0,
  rem: 1,
  light: 2,
  asleep: 2,
  deep: 3,
  missing: 4,
};
export const STAGE_COLOURS: Readonly<Record<SleepStage, string>> = {
  wake: 'var(--stage-wake)',
  rem: 'var(--stage-rem)',
  light: 'var(--stage-light)',
  asleep: 'var(--stage-asleep)',
  deep: 'var(--stage-deep)',
  missing: 'transparent',
};

/** A small hypnogram; the caller shows its text next to it. */
export function SmallHypnogram({ night }: { night: Night }) {
  const whole = recordedStretch(night);
  if (whole === null) return <span className={css['smallNone']} />;
  const first = (whole.fromMs - night.from.getTime()) / EPOCH_MS;
  const stages = correctedStages(night).slice(
    first,
    (whole.toMs - night.from.getTime()) / EPOCH_MS,
  );
  return (
    <svg
      className={css['small']}
      viewBox={`0 0 ${stages.length} 4`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {toCourse(stages).map(({ stage, from, length }) =>
        stage === 'missing' ? null : (
          <rect
            key={from}
            x={from}
            width={length}
            y={STAGE_DEPTHS[stage]}
            height={4 - STAGE_DEPTHS[stage]}
            fill={STAGE_COLOURS[stage]}
            shapeRendering="crispEdges"
          />
        ),
      )}
    </svg>
  );
}
