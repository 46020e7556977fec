import { saveFile } from '../../../kit/save-file.ts';
import { getNightFigure, HEAT_FIGURES } from './heat-figures.ts';
import type { DomainNights } from './use-domain-nights.ts';

/** Column and state names in the user's language. */
type CsvNames = {
  readonly columns: readonly string[];
  readonly state: (state: DomainNights['figures'][number]['nights'][number]['state']) => string;
  readonly yes: string;
  readonly no: string;
};

/**
 * A row for each room and night with every figure in its unit, including figures that the screen
 * does not show.
 */
export function nightRows(
  { rooms, figures }: DomainNights,
  names: CsvNames,
): (string | number | null)[][] {
  const roomsById = new Map(rooms.map((room) => [room.roomId, room]));
  const rows = figures.flatMap(({ roomId, nights }) =>
    nights.map((night) => {
      const room = roomsById.get(roomId);
      return [
        night.night,
        room?.building ?? '',
        room?.floor ?? '',
        room?.name ?? '',
        names.state(night.state),
        ...HEAT_FIGURES.map(({ id }) => rounded(getNightFigure(night, id))),
        night.quality ?? '',
        night.isCorrected ? names.yes : names.no,
        night.version,
      ];
    }),
  );
  return [
    [...names.columns],
    ...rows.toSorted((a, b) => compare(a[0], b[0]) || compare(a[3], b[3])),
  ];
}

const compare = (
  a: string | number | null | undefined,
  b: string | number | null | undefined,
): number => String(a).localeCompare(String(b), 'ja', { numeric: true });
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10;

export async function saveNightsCsv(
  shown: DomainNights,
  names: CsvNames,
  fileName: string,
): Promise<void> {
  const { writeCsv } = await import('@yamori/formats');
  saveFile(
    new Blob([writeCsv(nightRows(shown, names))], { type: 'text/csv;charset=utf-8' }),
    fileName,
  );
}
