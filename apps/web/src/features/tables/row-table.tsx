import type { CsvFieldName } from '@yamori/domain';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './csv-import.module.css';
import type { CsvHost } from './csv-host.ts';
import type { RowFilter, RowView, RowWindow } from './engine/csv-message.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import { useProblemReason } from './use-problem-reason.ts';

type RowTableProps = {
  readonly host: CsvHost;
  readonly filter: RowFilter;
  readonly fields: readonly CsvFieldName[];
  readonly leftOut: ReadonlySet<number>;
  readonly onChoose: (line: number, chosen: boolean) => void;
};

const ROW_HEIGHT = 36;
/** Rows in one request: a window is a few screens long, and its neighbours are prefetched. */
const WINDOW = 200;

/** A table of any number of rows: the page holds a few windows, the worker holds the rest. */
export function RowTable({ host, filter, fields, leftOut, onChoose }: RowTableProps) {
  'use no memo';
  const { t } = useTranslation('csvImport');
  const scroller = useRef<HTMLElement>(null);
  const [total, rowAt, want] = useRowWindows(host, filter);
  /*
    oxlint-disable-next-line react/incompatible-library
    -- the directive above leaves this component uncompiled
  */
  const virtual = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const shown = virtual.getVirtualItems();
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
  useEffect(() => {
    want(first, last);
  }, [want, first, last]);
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <section ref={scroller} className={css['rows']} tabIndex={0} aria-label={t('tableName')}>
      <table className={css['table']} aria-label={t('tableName')} aria-rowcount={total ?? -1}>
        <thead>
          <tr>
            <th scope="col">{t('chosen')}</th>
            <th scope="col" data-number="true">
              {t('lineColumn')}
            </th>
            <th scope="col">{t('outcome')}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {t(`fields.${field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={shown[0]?.start ?? 0} columns={fields.length + 3} />
          {shown.map(({ index }) => (
            <Row
              key={index}
              index={index}
              row={rowAt(index)}
              fields={fields}
              leftOut={leftOut}
              onChoose={onChoose}
            />
          ))}
          <Spacer height={after} columns={fields.length + 3} />
        </tbody>
      </table>
      {total === 0 ? <p className={css['quiet']}>{t('noRows')}</p> : null}
    </section>
  );
}

const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height <= 0 ? null : (
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={columns}>{'\u00a0'}</td>
    </tr>
  );

type RowProps = Pick<RowTableProps, 'fields' | 'leftOut' | 'onChoose'> & {
  readonly index: number;
  readonly row: RowView | null;
};

function Row({ index, row, fields, leftOut, onChoose }: RowProps) {
  const { t } = useTranslation('csvImport');
  const reason = useProblemReason();
  if (row === null)
    return (
      <tr style={{ height: ROW_HEIGHT }} aria-rowindex={index + 1}>
        <td colSpan={fields.length + 3}>{'\u00a0'}</td>
      </tr>
    );
  const choosable = row.outcome === 'new' || row.outcome === 'changed';
  const chosen = choosable && !leftOut.has(row.line);
  const wrong = new Set(row.problem?.issues?.map(({ field }) => field));
  return (
    <tr
      aria-rowindex={index + 1}
      data-outcome={row.outcome}
      data-left={choosable && !chosen ? true : undefined}
    >
      <td>
        {choosable ? (
          <input
            type="checkbox"
            aria-label={t('chooseRow', { line: row.line })}
            checked={chosen}
            onChange={(event) => onChoose(row.line, event.currentTarget.checked)}
          />
        ) : null}
      </td>
      <th scope="row" data-number="true">
        {row.line}
      </th>
      <td>
        {row.problem === null ? (
          <OutcomeBadge outcome={row.outcome} />
        ) : (
          <span className={css['reason']} title={reason(row.problem)}>
            <OutcomeBadge outcome={row.outcome} />
            {reason(row.problem)}
          </span>
        )}
      </td>
      {row.cells.map((cell, column) => (
        <td
          key={fields[column]}
          title={cell}
          data-wrong={wrong.has(fields[column] ?? '') || undefined}
        >
          {cell}
        </td>
      ))}
    </tr>
  );
}

type Windows = readonly [
  total: number | null,
  rowAt: (index: number) => RowView | null,
  want: (first: number, last: number) => void,
];

/** Windows of rows by position; the page caches the windows that it has shown. */
function useRowWindows(host: CsvHost, filter: RowFilter): Windows {
  const [windows, setWindows] = useState<ReadonlyMap<number, RowWindow>>(new Map());
  const requestedPages = useRef(new Set<number>());
  const [want] = useState(() => (first: number, last: number): void => {
    for (let at = Math.floor(first / WINDOW); at <= Math.floor(last / WINDOW); at++) {
      if (requestedPages.current.has(at)) continue;
      requestedPages.current.add(at);
      // A table that was closed has no rows, and no component needs them.
      host.rows(filter, at * WINDOW, WINDOW).then(
        (window) => setWindows((before) => new Map([...before, [at, window]])),
        () => undefined,
      );
    }
  });
  const total = windows.values().next().value?.total ?? null;
  return [
    total,
    (index) => windows.get(Math.floor(index / WINDOW))?.rows[index % WINDOW] ?? null,
    want,
  ];
}
