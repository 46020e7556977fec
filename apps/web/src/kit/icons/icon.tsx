import type { ReactNode } from 'react';

export type IconProps = { readonly size?: number; readonly className?: string | undefined };
type DrawingProps = IconProps & { readonly name?: string; readonly children: ReactNode };

/** An icon on a 24 × 24 grid, with 1.5 px strokes at any size, in the current text colour. */
export const Drawing = ({ size = 20, className, name, children }: DrawingProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.5}
    strokeLinecap="round"
    strokeLinejoin="round"
    className={className}
    data-icon={name}
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
);
