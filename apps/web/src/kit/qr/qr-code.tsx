import { useMemo } from 'react';
import { encode } from 'uqr';
import css from './qr-code.module.css';

/** A QR code of a text. Dark on light in every theme, because scanners require it. */
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

/** Quiet zone of four modules, as the standard requires. */
const QUIET_MODULES = 4;

function drawn(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { border: QUIET_MODULES, ecc: 'M' });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: runs.join('') };
}
