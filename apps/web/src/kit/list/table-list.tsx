import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolIcon } from '../icons/tool-icon.tsx';
import type { ListColumn } from './list-view.ts';
import { moveInGrid } from './list-keys.ts';
import { useListScroll } from './list-scroll.ts';
import css from './list.module.css';
import type { Selection } from './selection.ts';

export type TableListProps<Row> = {
  readonly rows: readonly Row[];
  readonly label: string;
  readonly getId: (row: Row) => string;
  readonly getName: (row: Row) => string;
  /** The visible columns in order; the first one identifies the row. */
  readonly columns: readonly ListColumn<Row>[];
  readonly sort: { readonly column: string; readonly descending: boolean };
  readonly onSort: (column: string) => void;
  /** Omitted without bulk actions. */
  readonly selection?: Selection | undefined;
  readonly onOpen: (id: string) => void;
  readonly onNearEnd: () => void;
};

const ROW_HEIGHT = 36;
const ROWS_AHEAD = 10;

/**
 * A virtual table with a sticky header and rows of 36 px: only visible rows are rendered. Up and
 * Down move the focus, Enter opens.
 */
export function TableList<Row>({
  rows,
  label,
  getId,
  getName,
  columns,
  sort,
  onSort,
  selection,
  onOpen,
  onNearEnd,
}: TableListProps<Row>) {
  'use no memo';
  const { t } = useTranslation('list');
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useListScroll({
    scroller,
    count: rows.length,
    columns: 1,
    rowHeight: ROW_HEIGHT,
    rowsAhead: ROWS_AHEAD,
    onNearEnd,
  });
  const [current, setCurrent] = useState(0);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next =
      event.key === 'ArrowLeft' || event.key === 'ArrowRight'
        ? null
        : moveInGrid(event.key, current, rows.length, 1);
    if (next === null || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    setCurrent(next);
    scroll.focusItem(next);
  };
  const ids = rows.map(getId);
  const least = columns.reduce(
    (sum, { width = 140 }) => sum + width,
    selection === undefined ? 0 : 40,
  );
  const gap = {
    before: scroll.rows[0]?.start ?? 0,
    after: scroll.height - (scroll.rows.at(-1)?.end ?? 0),
  };
  const span = columns.length + (selection === undefined ? 0 : 1);
  return (
    <div ref={scroller} className={css['scroller']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys */}
      <table
        className={css['table']}
        style={{ minWidth: least }}
        aria-label={label}
        aria-rowcount={rows.length}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          {selection === undefined ? null : <col style={{ width: 40 }} />}
          {columns.map(({ id, width }) =>
            width === undefined ? <col key={id} /> : <col key={id} style={{ width }} />,
          )}
        </colgroup>
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col" className={css['pickCell']}>
                <input
                  type="checkbox"
                  aria-label={t('chooseAll')}
                  checked={ids.length > 0 && ids.every((id) => selection.ids.has(id))}
                  onChange={() => selection.toggleAll(ids)}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={gap.before} span={span} />
          {scroll.rows.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const id = getId(row);
            const [first, ...others] = columns;
            return (
              <tr key={id} className={css['line']} data-chosen={selection?.ids.has(id) ?? false}>
                {selection === undefined ? null : (
                  <td className={css['pickCell']}>
                    <input
                      type="checkbox"
                      aria-label={t('choose', { name: getName(row) })}
                      checked={selection.ids.has(id)}
                      onChange={() => selection.toggle(id)}
                    />
                  </td>
                )}
                <th scope="row">
                  <button
                    type="button"
                    className={css['open']}
                    data-index={index}
                    tabIndex={index === current ? 0 : -1}
                    onFocus={() => setCurrent(index)}
                    onClick={() => onOpen(id)}
                  >
                    {first?.cell(row)}
                  </button>
                </th>
                {others.map((column) => (
                  <td key={column.id} data-number={column.isNumber}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer height={gap.after} span={span} />
        </tbody>
      </table>
    </div>
  );
}

const Spacer = ({ height, span }: { readonly height: number; readonly span: number }) =>
  height <= 0 ? null : (
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={span}>{'\u00a0'}</td>
    </tr>
  );

type HeadCellProps<Row> = Pick<TableListProps<Row>, 'sort' | 'onSort'> & {
  readonly column: ListColumn<Row>;
};

function HeadCell<Row>({
  column: { id, head, isNumber, sorts },
  sort,
  onSort,
}: HeadCellProps<Row>) {
  const isSorted = sort.column === id;
  if (sorts !== true)
    return (
      <th scope="col" data-number={isNumber}>
        {head}
      </th>
    );
  return (
    <th
      scope="col"
      data-number={isNumber}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={css['sort']} onClick={() => onSort(id)}>
        {head}
        {isSorted ? <ToolIcon name={sort.descending ? 'down' : 'up'} size={14} /> : null}
      </button>
    </th>
  );
}
