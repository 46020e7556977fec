import { ProgressBar } from '../../kit/pages/progress-bar.tsx';
import css from './imports.module.css';

type StepProgressProps = {
  readonly label: string;
  /** Null: nobody knows. */
  readonly fraction: number | null;
  readonly words?: string;
  readonly isHeld?: boolean;
};

/** How much is done. What it says out loud is the step, not each part of a percent. */
export function StepProgress({ label, fraction, words, isHeld = false }: StepProgressProps) {
  // Only what is whole is said to be: the last part of a percent takes its time too.
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
