import { SPARK_MIN_SPANS, sparkShape, type ReportCourse, type ReportTile } from '@yamori/domain';
import css from './report.module.css';

const BOX = { width: 120, height: 28, room: 3 } as const;

/** The trend of a figure over the nights, with gaps. Its numbers are in the table of nights. */
export function ReportSpark({
  figure,
  values,
  label,
}: {
  readonly figure: ReportTile['id'];
  readonly values: ReportCourse;
  readonly label?: string | undefined;
}) {
  const shape = sparkShape(values, BOX, SPARK_MIN_SPANS[figure]);
  if (shape === null) return <span className={css['noSpark']} />;
  const path = shape.lines
    .map((line) => `M${line.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`)
    .join('');
  return (
    <svg
      className={css['spark']}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
      {shape.alone.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="2" />
      ))}
    </svg>
  );
}
