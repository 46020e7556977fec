import { useMemo } from 'react';
import { encode } from 'uqr';
import css from './qr-code.module.css';

/**
 * A text as a code for the camera of another device. Dark on light in every theme, since cameras
 * want it so.
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      className={css['code']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className={css['paper']} />
      <path d={path} className={css['ink']} />
    </svg>
  );
}

/** Four modules of quiet around it, as the standard asks. */
const QUIET_MODULES = 4;

function drawn(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { border: QUIET_MODULES, ecc: 'M' });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: runs.join('') };
}
