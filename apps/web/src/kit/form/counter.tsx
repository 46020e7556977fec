import css from './form.module.css';

/**
 * Counts code points. The browser's `maxlength` counts UTF-16 code units, so surrogate pairs
 * differ.
 */
const getLength = (text: string): number => Array.from(text).length;

/**
 * Number of characters, and the limit if there is one. Not announced on every key press;
 * `maxlength` stops the input.
 */
export const Counter = ({ used, most }: { used: string; most?: number | undefined }) => (
  <span className={css['counter']} data-full={most !== undefined && used.length >= most}>
    {most === undefined ? getLength(used) : `${getLength(used)} / ${most}`}
  </span>
);
