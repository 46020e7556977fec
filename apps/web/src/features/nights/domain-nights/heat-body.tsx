import css from './domain-nights.module.css';
import { shortValue, type HeatFigure } from './heat-figures.ts';
import { useHeatmapLabels, type HeatmapLabels } from './use-heatmap-labels.ts';
import type { HeatCell, HeatGroup, HeatRow } from './heat-rows.ts';

/**
 * All rows, floor by floor. Redrawn only when the figures or the selected figure change, never on
 * pointer moves.
 */
export function HeatBody({ groups, figure }: { groups: readonly HeatGroup[]; figure: HeatFigure }) {
  const words = useHeatmapLabels();
  const firstRows = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { rows }) => sum + rows.length, 0),
  );
  return groups.map(({ building, floor, rows }, index) => (
    <tbody key={`${building} ${floor}`} className={css['group']}>
      {groups.length === 1 && building === '' && floor === '' ? null : (
        <tr className={css['groupName']}>
          <th scope="rowgroup">{words.place(building, floor)}</th>
        </tr>
      )}
      {rows.map((row, inGroup) => (
        <Row
          key={row.room.roomId}
          row={row}
          index={(firstRows[index] ?? 0) + inGroup}
          figure={figure}
          words={words}
        />
      ))}
    </tbody>
  ));
}

function Row({
  row,
  index,
  figure,
  words,
}: {
  row: HeatRow;
  index: number;
  figure: HeatFigure;
  words: HeatmapLabels;
}) {
  return (
    <tr aria-rowindex={index + 2} className={css['row']}>
      <th scope="row" className={css['room']}>
        <span>{row.room.name}</span>
        <small aria-label={words.value(figure, row.mean)}>
          {row.mean === null ? '--' : shortValue(figure.kind, row.mean)}
        </small>
      </th>
      {row.cells.map((cell, column) => (
        <Cell key={column} cell={cell} place={`${index}:${column}`} figure={figure} words={words} />
      ))}
    </tr>
  );
}

const SIGNS: Readonly<Record<Exclude<HeatCell['kind'], 'value'>, string>> = {
  none: '',
  running: '…',
  failed: '×',
  unknown: '–',
};

function Cell({
  cell,
  place,
  figure,
  words,
}: {
  cell: HeatCell;
  place: string;
  figure: HeatFigure;
  words: HeatmapLabels;
}) {
  const label = words.cell(cell, figure);
  // `useOneStop` sets the tabindex.
  if (cell.kind !== 'value')
    return (
      <td
        tabIndex={-1}
        className={css['cell']}
        data-place={place}
        data-kind={cell.kind}
        aria-label={label}
      >
        {SIGNS[cell.kind]}
      </td>
    );
  return (
    <td
      tabIndex={-1}
      className={css['cell']}
      data-place={place}
      data-kind="value"
      data-step={cell.step}
      data-doubtful={cell.isDoubtful || undefined}
      data-corrected={cell.night.isCorrected || undefined}
      aria-label={label}
    >
      <span>{shortValue(figure.kind, cell.value)}</span>
    </td>
  );
}
