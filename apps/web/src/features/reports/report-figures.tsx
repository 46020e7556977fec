import {
  reportTiles,
  tileChange,
  writeReportCell,
  type Report,
  type ReportTile,
} from '@yamori/domain';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { ReportSpark } from './report-spark.tsx';
import { useReportTexts } from './use-report-texts.ts';
import css from './report.module.css';

/**
 * Key figures over all rooms, each with the previous period and a trend; pressing one shows its
 * meaning.
 */
export function ReportFigures({ report }: { readonly report: Report }) {
  const { words } = useReportTexts();
  const [values, change] = useUrlParams();
  const panel = useId();
  const tiles = useMemo(() => reportTiles(report, words), [report, words]);
  const open = tiles.find(({ id }) => id === values['figure']);
  return (
    <section aria-label={words.figures} className={css['figures']}>
      <div className={css['tiles']}>
        {tiles.map((tile) => (
          <FigureTile
            key={tile.id}
            tile={tile}
            panel={panel}
            isOpen={tile === open}
            onToggle={() => change({ figure: tile === open ? undefined : tile.id })}
          />
        ))}
      </div>
      <div id={panel} className={css['meaning']} hidden={open === undefined}>
        {open === undefined ? null : (
          <>
            <h2>{open.name}</h2>
            <Meaning id={open.id} />
          </>
        )}
      </div>
    </section>
  );
}

function FigureTile({
  tile,
  panel,
  isOpen,
  onToggle,
}: {
  readonly tile: ReportTile;
  readonly panel: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { words } = useReportTexts();
  return (
    <button
      type="button"
      className={css['tile']}
      aria-expanded={isOpen}
      aria-controls={panel}
      onClick={onToggle}
    >
      <span className={css['tileName']}>{tile.name}</span>
      <span className={css['tileValue']}>
        {writeReportCell(tile.kind, tile.now)}
        {tile.now === null ? null : <small>{words.shortUnit[tile.kind]}</small>}
      </span>
      <small className={css['tileChange']}>{tileChange(tile, words)}</small>
      <ReportSpark figure={tile.id} values={tile.course} />
    </button>
  );
}

/** The same text as for the figure of one night. */
function Meaning({ id }: { readonly id: ReportTile['id'] }) {
  const { t } = useTranslation('results');
  const { t: own } = useTranslation('reports');
  switch (id) {
    case 'TST':
    case 'SE':
    case 'WASO':
    case 'awakenings':
    case 'outOfBedCount':
    case 'outOfBedMinutes':
    case 'heartRateMean':
    case 'respirationRateMean':
      return (
        <p>
          {t(`meaning.${id}`)} {own('meaning.mean')}
        </p>
      );
    case 'coverage':
      return (
        <p>
          {own('meaning.coverage')} {own('meaning.mean')}
        </p>
      );
    case 'accidents':
      return <p>{own('meaning.accidents')}</p>;
  }
}
