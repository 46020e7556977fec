import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMoments } from '../use-lane-labels.ts';
import css from './domain-nights.module.css';
import type { HeatFigure } from './heat-figures.ts';
import { useHeatmapLabels } from './use-heatmap-labels.ts';
import type { HeatGroup } from './heat-rows.ts';

/** The grid as a table, newest night first. */
export function HeatTable({
  groups,
  nights,
  figure,
  timeZone,
  label,
}: {
  groups: readonly HeatGroup[];
  nights: readonly string[];
  figure: HeatFigure;
  timeZone: string;
  label: string;
}) {
  const { t } = useTranslation('domainNights');
  const { weekday } = useMoments(timeZone);
  const words = useHeatmapLabels();
  return (
    <section className={css['table']} aria-label={label} tabIndex={0}>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('room')}</th>
            <th scope="col">{t('mean')}</th>
            {nights.toReversed().map((night) => (
              <th key={night} scope="col">
                {weekday(night)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.flatMap(({ building, floor, rows }) =>
            rows.map(({ room, cells, mean }) => (
              <tr key={room.roomId}>
                <th scope="row">
                  {room.name}
                  <small>{words.place(building, floor)}</small>
                </th>
                <td>{words.value(figure, mean)}</td>
                {nights
                  .map((night, index) => ({
                    night,
                    cell: cells[index] ?? { kind: 'none' as const },
                  }))
                  .toReversed()
                  .map(({ night, cell }) => (
                    <td key={night} data-kind={cell.kind}>
                      {cell.kind === 'none' ? (
                        t('cell.none')
                      ) : (
                        <Link
                          to="/room/$roomid/result"
                          params={{ roomid: room.roomId }}
                          search={{ night }}
                        >
                          {words.cell(cell, figure)}
                        </Link>
                      )}
                    </td>
                  ))}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  );
}
