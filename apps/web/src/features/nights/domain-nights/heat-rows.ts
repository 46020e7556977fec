import { daysLater, type NightFigures, type RoomNightFigures } from '@yamori/domain';
import { getNightFigure, toStep, type HeatFigure, type HeatStep } from './heat-figures.ts';

export type HeatRoom = {
  readonly roomId: string;
  readonly name: string;
  readonly building: string;
  readonly floor: string;
};

/** One room in one night. `unknown`: the night has a result without this figure. */
export type HeatCell =
  | { readonly kind: 'none' | 'running' | 'failed' }
  | { readonly kind: 'unknown'; readonly night: NightFigures }
  | {
      readonly kind: 'value';
      readonly night: NightFigures;
      readonly value: number;
      readonly step: HeatStep;
      /** A large share of the night is unknown. */
      readonly isDoubtful: boolean;
    };

export type HeatRow = {
  readonly room: HeatRoom;
  readonly cells: readonly HeatCell[];
  /** Over the nights that have the figure. */
  readonly mean: number | null;
};
export type HeatGroup = {
  readonly building: string;
  readonly floor: string;
  readonly rows: readonly HeatRow[];
};

/** The nights up to `last`, oldest first. */
export const nightsUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => daysLater(last, index - count + 1));

/** Rooms by building, floor and name, each with a cell for each night. */
export function heatGroups(
  rooms: readonly HeatRoom[],
  roomFigures: readonly RoomNightFigures[],
  nights: readonly string[],
  figure: HeatFigure,
): HeatGroup[] {
  const known = new Map(
    roomFigures.map(({ roomId, nights: own }) => [
      roomId,
      new Map(own.map((night) => [night.night, night])),
    ]),
  );
  const compare = new Intl.Collator('ja', { numeric: true }).compare;
  const sorted = rooms.toSorted(
    (a, b) =>
      compare(a.building, b.building) || compare(a.floor, b.floor) || compare(a.name, b.name),
  );
  const groups = Map.groupBy(sorted, ({ building, floor }) => JSON.stringify([building, floor]));
  return [...groups.values()].map((own): HeatGroup => ({
    building: own[0]?.building ?? '',
    floor: own[0]?.floor ?? '',
    rows: own.map((room) => {
      const cells = nights.map((night) => toCell(known.get(room.roomId)?.get(night), figure));
      return { room, cells, mean: computeMean(cells) };
    }),
  }));
}

const MIN_COVERAGE = 0.5;

export function toCell(night: NightFigures | undefined, figure: HeatFigure): HeatCell {
  if (night === undefined) return { kind: 'none' };
  if (night.state === 'failed') return { kind: 'failed' };
  if (night.state !== 'done') return { kind: 'running' };
  const value = getNightFigure(night, figure.id);
  if (value === null) return { kind: 'unknown', night };
  // Use the rounded value that the cell shows: 6:59.6 is shown as 7:00.
  return {
    kind: 'value',
    night,
    value,
    step: toStep(figure, Math.round(value)),
    isDoubtful:
      night.quality === 'poor' || (night.coverage !== null && night.coverage < MIN_COVERAGE),
  };
}

function computeMean(cells: readonly HeatCell[]): number | null {
  const values = cells.flatMap((cell) => (cell.kind === 'value' ? [cell.value] : []));
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The target cell for a key, as row and column; null for other keys. */
export function cellAfterKey(
  key: string,
  withControl: boolean,
  { row, column }: { readonly row: number; readonly column: number },
  rows: number,
  columns: number,
): { readonly row: number; readonly column: number } | null {
  const inside = (toRow: number, toColumn: number) => ({
    row: Math.min(rows - 1, Math.max(0, toRow)),
    column: Math.min(columns - 1, Math.max(0, toColumn)),
  });
  switch (key) {
    case 'ArrowLeft':
      return inside(row, column - 1);
    case 'ArrowRight':
      return inside(row, column + 1);
    case 'ArrowUp':
      return inside(row - 1, column);
    case 'ArrowDown':
      return inside(row + 1, column);
    case 'PageUp':
      return inside(row - ROWS_A_PAGE, column);
    case 'PageDown':
      return inside(row + ROWS_A_PAGE, column);
    case 'Home':
      return withControl ? inside(0, 0) : inside(row, 0);
    case 'End':
      return withControl ? inside(rows - 1, columns - 1) : inside(row, columns - 1);
    default:
      return null;
  }
}

const ROWS_A_PAGE = 10;
