import css from './form.module.css';

/**
 * Characters as people count them; what the browser's own limit counts differs by surrogate pairs
 * only.
 */
const lengthOf = (text: string): number => Array.from(text).length;

/**
 * How much is used, of how much where there is a limit. Not read out at every key; the limit itself
 * stops typing.
 */
export const Counter = ({ used, most }: { used: string; most?: number | undefined }) => (
  <span className={css['counter']} data-full={most !== undefined && used.length >= most}>
    {most === undefined ? lengthOf(used) : `${lengthOf(used)} / ${most}`}
  </span>
);
