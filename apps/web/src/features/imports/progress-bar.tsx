import css from './imports.module.css';

type ProgressBarProps = { readonly label: string; /** Null: nobody knows. */ readonly fraction: number | null; readonly words?: string; readonly isHeld?: boolean };

/** How much is done. What it says out loud is the step, not each part of a percent. */
export function ProgressBar({ label, fraction, words, isHeld = false }: ProgressBarProps) {
  const percent = fraction === null ? null : Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <div className={css['progress']} data-held={isHeld}>
      <progress aria-label={label} max={100} {...(percent === null ? {} : { value: percent })} />
      <span>{words ?? ''}{percent === null ? '' : ` ${percent}%`}</span>
    </div>
  );
}
