import { CSV_OUTCOMES, type CsvOutcome } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './csv-import.module.css';
import type { CsvHost } from './csv-host.ts';
import type { CheckedTable, RowFilter } from './engine/csv-message.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import { RowTable } from './row-table.tsx';

type CheckedRowsProps = {
  readonly host: CsvHost;
  readonly checked: CheckedTable;
  readonly leftOut: ReadonlySet<number>;
  readonly onLeftOut: (lines: ReadonlySet<number>) => void;
};

/**
 * The number of rows for each outcome; the rows of one outcome, or all. Starts with the errors if
 * there are any.
 */
export function CheckedRows({ host, checked, leftOut, onLeftOut }: CheckedRowsProps) {
  const { t, i18n } = useTranslation('csvImport');
  const { counts } = checked;
  const [filter, setFilter] = useState<RowFilter>(counts.refused > 0 ? 'refused' : 'all');
  const total = CSV_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
  const figure = new Intl.NumberFormat(i18n.language);
  const shown: readonly CsvOutcome[] = (['new', 'changed', 'unchanged', 'refused'] as const).filter(
    (outcome) => outcome !== 'unchanged' || counts.unchanged > 0,
  );
  const choose = (line: number, chosen: boolean): void => {
    const next = new Set(leftOut);
    if (chosen) next.delete(line);
    else next.add(line);
    onLeftOut(next);
  };
  return (
    <>
      <section className={css['counts']} aria-label={t('filter')}>
        <button type="button" aria-pressed={filter === 'all'} onClick={() => setFilter('all')}>
          <span>{t('all')}</span>
          <strong>{figure.format(total)}</strong>
        </button>
        {shown.map((outcome) => (
          <button
            key={outcome}
            type="button"
            aria-pressed={filter === outcome}
            onClick={() => setFilter(outcome)}
          >
            <OutcomeBadge outcome={outcome} />
            <strong>{figure.format(counts[outcome])}</strong>
          </button>
        ))}
      </section>
      <RowTable
        key={filter}
        host={host}
        filter={filter}
        fields={checked.fields}
        leftOut={leftOut}
        onChoose={choose}
      />
    </>
  );
}
