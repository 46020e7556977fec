import {
  reportTiles,
  SPARK_MIN_SPANS,
  sparkShape,
  tileChange,
  writeReportCell,
  type Report,
  type ReportTile,
  type ReportTexts,
} from '@yamori/domain';
import type { Paper } from '../../core/pdf/paper.ts';

/** Lengths in points. */
const IN_ROW = 5;
const GAP = 6;
const HEIGHT = 74;
const PAD = 6;
const SPARK = { height: 22, room: 1.5 } as const;
/** Space next to a sparkline for its highest and lowest value. */
const ENDS = 24;

/**
 * Draws the summary of all rooms as on the screen: name, value, change and sparkline of each
 * figure, all on one page.
 */
export function drawTiles(paper: Paper, report: Report, words: ReportTexts): void {
  const tiles = reportTiles(report, words);
  const width = (paper.inner.width - (IN_ROW - 1) * GAP) / IN_ROW;
  const rows = Math.ceil(tiles.length / IN_ROW);
  paper.gap(12);
  paper.need(24 + rows * (HEIGHT + GAP));
  paper.text(words.figures, paper.inner, { size: 12, font: 'bold' });
  paper.gap(4);
  const top = paper.y();
  for (const [index, tile] of tiles.entries()) {
    paper.moveTo(top + Math.floor(index / IN_ROW) * (HEIGHT + GAP));
    drawTile(paper, tile, { x: paper.inner.x + (index % IN_ROW) * (width + GAP), width }, words);
  }
  paper.moveTo(top + rows * (HEIGHT + GAP) - GAP);
}

function drawTile(
  paper: Paper,
  tile: ReportTile,
  place: { readonly x: number; readonly width: number },
  words: ReportTexts,
): void {
  const top = paper.y();
  const inside = { x: place.x + PAD, width: place.width - 2 * PAD };
  paper.box(place, HEIGHT, 'line');
  paper.moveTo(top + 4);
  paper.text(tile.name, inside, { size: 7.5, tone: 'quiet' });
  paper.text(
    `${writeReportCell(tile.kind, tile.now)}${tile.now === null ? '' : ` ${words.shortUnit[tile.kind]}`}`,
    inside,
    { size: 12, font: 'bold' },
  );
  paper.text(tileChange(tile, words), inside, { size: 7, tone: 'quiet' });
  const width = inside.width - ENDS;
  const shape = sparkShape(tile.course, { width, ...SPARK }, SPARK_MIN_SPANS[tile.id]);
  if (shape === null) return;
  const at = top + HEIGHT - SPARK.height - 3;
  paper.spark(shape, inside.x, at);
  const ends = { x: inside.x + width, width: ENDS };
  for (const [value, y] of [
    [shape.high, at - 2],
    [shape.low, at + SPARK.height - 9],
  ] as const) {
    paper.moveTo(y);
    paper.text(
      writeReportCell(tile.kind, value),
      ends,
      { size: 6.5, tone: 'quiet', align: 'right' },
      true,
    );
  }
}
