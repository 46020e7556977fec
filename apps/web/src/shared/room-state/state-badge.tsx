import { Age } from '../../kit/clock/age.tsx';
import { StateIcon } from './state-icon.tsx';
import type { Standing } from './room-standing.ts';
import { useStandingWords } from './standing-words.ts';
import css from './room-state.module.css';

/** A state as it is always shown: colour, shape, word and age. */
export function StateBadge({
  standing,
  size = 'normal',
}: {
  standing: Standing;
  size?: 'small' | 'normal' | 'large';
}) {
  const words = useStandingWords();
  return (
    <span className={css['badge']} data-size={size} data-tone={standing.tone}>
      <StateIcon
        shape={standing.shape}
        size={size === 'large' ? 28 : size === 'normal' ? 20 : 18}
      />
      <span className={css['badgeWord']}>{words(standing)}</span>
      {standing.since === null ? null : (
        <Age at={standing.since} kind="since" className={css['badgeAge']} />
      )}
    </span>
  );
}
