import type { ReactNode } from 'react';
import type { ListColumn } from './list-view.ts';
import css from './card-pairs.module.css';

/** The lines of a card: what each column shows of the row, after the column's heading. */
export const cardPairs = <Row, Id extends string>(
  columns: readonly ListColumn<Row, Id>[],
  row: Row,
  without: readonly NoInfer<Id>[],
): readonly ReactNode[] =>
  columns
    .filter(({ id }) => !without.includes(id))
    .map(({ id, head, cell }) => (
      <span key={id} className={css['pair']}>
        <small>{head}</small>
        <span>{cell(row)}</span>
      </span>
    ));
