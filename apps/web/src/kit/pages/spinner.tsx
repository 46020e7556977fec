import css from './spinner.module.css';

/** An animated ring for a running operation, with its text next to it. */
export const Spinner = ({ size = 24 }: { size?: number }) => (
  <svg
    className={css['spinner']}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    aria-hidden="true"
  >
    <circle cx="12" cy="12" r="9" opacity={0.25} />
    <path d="M21 12a9 9 0 0 0-9-9" strokeLinecap="round" />
  </svg>
);
