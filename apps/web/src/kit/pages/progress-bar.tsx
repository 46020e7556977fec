import css from './progress-bar.module.css';

type ProgressBarProps = {
  readonly label: string;
  /** Null: unknown yet. */
  readonly done: number | null;
  /** The value of `done` at the end. */
  readonly total?: number;
  /** Waiting, for example for the network. */
  readonly isHeld?: boolean;
};

/** A progress bar of full width. Screen readers announce the label and the percentage. */
export const ProgressBar = ({ label, done, total = 100, isHeld = false }: ProgressBarProps) => (
  <progress
    className={css['bar']}
    data-held={isHeld}
    aria-label={label}
    max={Math.max(1, total)}
    {...(done === null ? {} : { value: Math.min(Math.max(0, done), Math.max(1, total)) })}
  />
);
