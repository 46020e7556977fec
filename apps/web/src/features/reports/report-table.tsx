import {
  reportTables,
  roomCourses,
  showReportCell,
  writeReportChange,
  type Report,
  type ReportCell,
  type ReportColumn,
  type ReportTable,
  type ReportTableId,
} from '@yamori/domain';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/form/button.tsx';
import { usePrinting } from '../../kit/use-printing.ts';
import { ReportSpark } from './report-spark.tsx';
import { useReportTexts } from './use-report-texts.ts';
import css from './report.module.css';

const PAGE = 50;
/** Break a heading before its brackets. */
const BRACKET = /(?=[（(])/;
/** Columns about a room, which move below its name on narrow screens. */
const ABOUT: ReadonlySet<string> = new Set(['place', 'sex', 'tags']);
type Shown = ReportColumn & {
  readonly index: number;
  /** Index of the previous period's column; -1: not compared. */
  readonly before: number;
};

/**
 * One table of a report: the same cells as its files, with the previous value next to each figure.
 */
export function ReportTableView({
  report,
  id,
  linksRooms,
}: {
  readonly report: Report;
  readonly id: ReportTableId;
  readonly linksRooms: boolean;
}) {
  const { words } = useReportTexts();
  const tables = useMemo(() => reportTables(report, words), [report, words]);
  const table = tables.find((candidate) => candidate.id === id);
  return table === undefined ? null : (
    <Rows key={`${id} ${report.madeAt}`} table={table} report={report} linksRooms={linksRooms} />
  );
}

function Rows({
  table,
  report,
  linksRooms,
}: {
  readonly table: ReportTable;
  readonly report: Report;
  readonly linksRooms: boolean;
}) {
  const { t } = useTranslation('reports');
  const { words } = useReportTexts();
  const [asked, setMost] = useState(PAGE);
  const maxRows = usePrinting() ? table.rows.length : asked;
  const hasCourse = table.id === 'rooms';
  const courses = useMemo(() => (hasCourse ? roomCourses(report) : []), [hasCourse, report]);
  if (table.rows.length === 0) return <p className={css['quiet']}>{words.empty[table.id]}</p>;
  const shown: Shown[] = table.columns
    .map((column, index) => ({
      ...column,
      index,
      before: table.columns.findIndex(({ id }) => id === `${column.id}:before`),
    }))
    .filter(({ isBefore }) => !isBefore);
  const about = hasCourse ? shown.filter(({ id }) => ABOUT.has(id)) : [];
  const describeRow = (row: readonly ReportCell[]): string =>
    about
      .map(({ index }) => row[index])
      .filter((value) => typeof value === 'string' && value !== '')
      .join(t('part'));
  return (
    <>
      <section className={css['scroller']} aria-label={table.title} tabIndex={0}>
        <table className={css['table']} aria-label={table.title}>
          <thead>
            <tr>
              {shown.map(({ id, shownHead, kind }) => (
                <th
                  key={id}
                  scope="col"
                  data-about={hasCourse && ABOUT.has(id) ? '' : undefined}
                  data-number={kind === 'text' ? undefined : ''}
                >
                  {shownHead.split(BRACKET).map((part) => (
                    <span key={part}>{part}</span>
                  ))}
                </th>
              ))}
              {hasCourse ? <th scope="col">{words.course}</th> : null}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, maxRows).map((row, index) => (
              <tr
                key={toKey(table, report, row, index)}
                data-total={hasCourse && index === 0 ? '' : undefined}
              >
                {shown.map((column, place) =>
                  place === 0 ? (
                    <th key={column.id} scope="row">
                      {roomLink(
                        showReportCell(column, row[0] ?? null, words),
                        linksRooms && hasCourse ? report.rooms[index - 1]?.roomId : undefined,
                      )}
                      {describeRow(row) === '' ? null : (
                        <small className={css['below']}>{describeRow(row)}</small>
                      )}
                    </th>
                  ) : (
                    <Cell
                      key={column.id}
                      column={column}
                      row={row}
                      isAbout={about.includes(column)}
                    />
                  ),
                )}
                {hasCourse ? (
                  <td>
                    <ReportSpark
                      figure="TST"
                      values={courses[index] ?? []}
                      label={t('courseOf', { room: String(row[0] ?? '') })}
                    />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {table.rows.length > maxRows ? (
        <p className={css['more']}>
          <span>{t('shown', { shown: maxRows, all: table.rows.length })}</span>
          <Button onClick={() => setMost(maxRows + PAGE)}>{t('more')}</Button>
          <Button onClick={() => setMost(table.rows.length)}>{t('showAll')}</Button>
        </p>
      ) : null}
    </>
  );
}

/**
 * Rows of rooms have their room as key, others their index, because they are all created together.
 */
const toKey = (
  table: ReportTable,
  report: Report,
  row: readonly ReportCell[],
  index: number,
): string =>
  table.id === 'rooms' ? (report.rooms[index - 1]?.roomId ?? '') : `${index} ${String(row[0])}`;

const roomLink = (name: string, roomId: string | undefined): ReactNode =>
  roomId === undefined ? (
    name
  ) : (
    <Link to="/room/$roomid/result" params={{ roomid: roomId }}>
      {name}
    </Link>
  );

function Cell({
  column,
  row,
  isAbout,
}: {
  readonly column: Shown;
  readonly row: readonly ReportCell[];
  readonly isAbout: boolean;
}) {
  const { words } = useReportTexts();
  const { kind, index, before } = column;
  const value = row[index] ?? null;
  const change = before < 0 ? null : writeReportChange(kind, value, row[before] ?? null);
  return (
    <td
      data-about={isAbout ? '' : undefined}
      data-number={kind === 'text' ? undefined : ''}
      data-none={value === null ? '' : undefined}
    >
      {showReportCell(column, value, words)}
      {change === null ? null : <small>{change}</small>}
    </td>
  );
}
