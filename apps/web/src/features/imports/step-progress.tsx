import { ProgressBar } from '../../kit/pages/progress-bar.tsx';
import css from './imports.module.css';

type StepProgressProps = {
  readonly label: string;
  /** Null: unknown. */
  readonly fraction: number | null;
  readonly words?: string;
  readonly isHeld?: boolean;
};

/** A progress bar. Screen readers hear the step, not every percent. */
export function StepProgress({ label, fraction, words, isHeld = false }: StepProgressProps) {
  // Round down: 100 % means complete.
  const percent = fraction === null ? null : Math.floor(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <div className={css['progress']}>
      <ProgressBar label={label} done={percent} isHeld={isHeld} />
      <span>
        {words ?? ''}
        {percent === null ? '' : ` ${percent}%`}
      </span>
    </div>
  );
}
