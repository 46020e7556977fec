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
import type { PdfDocument } from '../../core/pdf/pdf-document.ts';

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
export function drawTiles(pdf: PdfDocument, report: Report, words: ReportTexts): void {
  const tiles = reportTiles(report, words);
  const width = (pdf.inner.width - (IN_ROW - 1) * GAP) / IN_ROW;
  const rows = Math.ceil(tiles.length / IN_ROW);
  pdf.gap(12);
  pdf.need(24 + rows * (HEIGHT + GAP));
  pdf.text(words.figures, pdf.inner, { size: 12, font: 'bold' });
  pdf.gap(4);
  const top = pdf.y();
  for (const [index, tile] of tiles.entries()) {
    pdf.moveTo(top + Math.floor(index / IN_ROW) * (HEIGHT + GAP));
    drawTile(pdf, tile, { x: pdf.inner.x + (index % IN_ROW) * (width + GAP), width }, words);
  }
  pdf.moveTo(top + rows * (HEIGHT + GAP) - GAP);
}

function drawTile(
  pdf: PdfDocument,
  tile: ReportTile,
  place: { readonly x: number; readonly width: number },
  words: ReportTexts,
): void {
  const top = pdf.y();
  const inside = { x: place.x + PAD, width: place.width - 2 * PAD };
  pdf.box(place, HEIGHT, 'line');
  pdf.moveTo(top + 4);
  pdf.text(tile.name, inside, { size: 7.5, tone: 'quiet' });
  pdf.text(
    `${writeReportCell(tile.kind, tile.now)}${tile.now === null ? '' : ` ${words.shortUnit[tile.kind]}`}`,
    inside,
    { size: 12, font: 'bold' },
  );
  pdf.text(tileChange(tile, words), inside, { size: 7, tone: 'quiet' });
  const width = inside.width - ENDS;
  const shape = sparkShape(tile.course, { width, ...SPARK }, SPARK_MIN_SPANS[tile.id]);
  if (shape === null) return;
  const at = top + HEIGHT - SPARK.height - 3;
  pdf.spark(shape, inside.x, at);
  const ends = { x: inside.x + width, width: ENDS };
  for (const [value, y] of [
    [shape.high, at - 2],
    [shape.low, at + SPARK.height - 9],
  ] as const) {
    pdf.moveTo(y);
    pdf.text(
      writeReportCell(tile.kind, value),
      ends,
      { size: 6.5, tone: 'quiet', align: 'right' },
      true,
    );
  }
}
