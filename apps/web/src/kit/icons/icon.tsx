import type { ReactNode } from 'react';

export type IconProps = { readonly size?: number; readonly className?: string | undefined };
type DrawingProps = IconProps & { readonly name?: string; readonly children: ReactNode };

/**
 * One drawing of the set: a 24 grid, strokes of 1.5 px at any size, the colour of the text around
 * it.
 */
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
