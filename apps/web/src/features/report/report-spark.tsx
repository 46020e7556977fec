import css from './report.module.css';

const [WIDTH, HEIGHT, ROOM] = [120, 28, 3] as const;

/** The course of a figure over the nights, a gap where there is none. Its numbers stand in the table of nights. */
export function ReportSpark({ values, label }: { readonly values: readonly (number | null)[]; readonly label?: string | undefined }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return <span className={css['noSpark']} />;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number): number => ROOM + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * ROOM);
  const y = (value: number): number => (high === low ? HEIGHT / 2 : ROOM + (1 - (value - low) / (high - low)) * (HEIGHT - 2 * ROOM));
  const path = values.map((value, index) => (value === null ? '' : `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)).join('');
  const alone = values.flatMap((value, index) => (value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null ? [{ index, value }] : []));
  return (
    <svg className={css['spark']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" {...(label === undefined ? { 'aria-hidden': true } : { 'role': 'img', 'aria-label': label })}>
      <path d={path} vectorEffect="non-scaling-stroke" />
      {alone.map(({ index, value }) => <circle key={index} cx={x(index)} cy={y(value)} r="2" />)}
    </svg>
  );
}
