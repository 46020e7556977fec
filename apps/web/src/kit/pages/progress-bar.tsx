import css from './progress-bar.module.css';

type ProgressBarProps = {
  readonly label: string;
  /** Null: unknown yet. */
  readonly done: number | null;
  /** The value of `done` at the end. */
  readonly total?: number;
  /** Waits for something, as the network. */
  readonly isHeld?: boolean;
};

/** How much is done, as wide as its place. What a screen reader says is the label and the share. */
export const ProgressBar = ({ label, done, total = 100, isHeld = false }: ProgressBarProps) => (
  <progress
    className={css['bar']}
    data-held={isHeld}
    aria-label={label}
    max={Math.max(1, total)}
    {...(done === null ? {} : { value: Math.min(Math.max(0, done), Math.max(1, total)) })}
  />
);
