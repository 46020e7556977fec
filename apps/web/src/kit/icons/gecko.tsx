/** The gecko that keeps the house: sits on empty pages. Decoration only. */
export const Gecko = ({ size = 96 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 96 96"
    fill="none"
    stroke="var(--accent)"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path
      d="M62 12a30 30 0 1 0 21 47A25 25 0 0 1 62 12Z"
      stroke="var(--line-strong)"
      strokeWidth={1.5}
    />
    <path d="M40 22c0-6 4-10 9-10s9 4 9 9c0 4-3 6-4 9 5 6 7 16 4 25-2 6-6 9-6 14 0 6 6 8 11 6s8-8 5-11-8 1-6 4" />
    <path d="M40 22c0 4 3 6 4 9-5 6-7 15-4 24 2 6 6 10 7 14 1 8 6 15 15 15 10 0 16-8 15-16" />
    <path d="M42 34l-9-4-6-6M27 24l-5 1M27 24l1-5M27 24l-4-4M57 36l9-2 7 3M73 37l4-4M73 37l5 2M73 37l1 5M41 52l-8 5-2 8M31 65l-5-1M31 65l-2 5M31 65l4 4M58 53l8 4 7-2M73 55l4-4M73 55l5 2M73 55l1 5" />
    <circle cx="46" cy="19" r="1.200" fill="var(--accent)" />
    <circle cx="53" cy="19" r="1.200" fill="var(--accent)" />
    <path d="M47 25c1.500 1 3 1 4.500 0" strokeWidth={1.5} />
  </svg>
);
