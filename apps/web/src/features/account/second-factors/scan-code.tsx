import { encode } from 'uqr';
import css from './second-factors.module.css';

/** A text as a picture that a camera reads: dark on light in every theme, with the margin that readers want. */
export function ScanCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className={css['scan']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} className={css['ground']} />
      <path d={path} className={css['ink']} />
    </svg>
  );
}
