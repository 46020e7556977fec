import PDFDocument from 'pdfkit';
import type { SparkShape } from '@yamori/domain';
import type { PdfFont } from './pdf-fonts.ts';
import { brokenLines, type MeasureWidth } from './text-lines.ts';
import {
  CELL,
  columnWidths,
  splitRow,
  layOutRow,
  type PdfTable,
  type Place,
  type TableRow,
} from './pdf-table.ts';

export type { PdfCell, PdfColumn } from './pdf-table.ts';

/** A4 portrait, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 44, foot: 30 } as const;
const INNER = PAGE.width - 2 * PAGE.margin;
const BOTTOM = PAGE.height - PAGE.margin - PAGE.foot;
const INK = {
  text: '#111111',
  quiet: '#555555',
  line: '#bbbbbb',
  strong: '#333333',
  shade: '#eef2f2',
} as const;

export type PdfDocumentOptions = {
  readonly title: string;
  readonly author: string;
  /** Language of the document. */
  readonly language?: 'ja' | 'en';
  /** The only time in the file, so that equal content gives equal bytes. */
  readonly createdAt: Date;
  readonly fonts: Readonly<Record<PdfFont, Buffer>>;
  /** Footer of every page. */
  readonly foot: (page: number, pages: number) => string;
  /** Watermark on every page, for documents that must not be handed out. */
  readonly mark?: string | undefined;
};

type TextStyle = {
  readonly size?: number;
  readonly font?: PdfFont;
  readonly align?: 'left' | 'right' | 'center';
  readonly tone?: keyof typeof INK;
};

/** Text, rules and tables on A4, from top to bottom. `y` is the current vertical position. */
export type PdfDocument = {
  readonly inner: Place;
  readonly y: () => number;
  readonly moveTo: (y: number) => void;
  readonly gap: (points: number) => void;
  /** Starts a new page if less space is left. */
  readonly need: (points: number) => void;
  readonly newPage: () => void;
  /** Draws text with line breaks at `y`. With `stay`, `y` does not advance. */
  readonly text: (words: string, place: Place, style?: TextStyle, stay?: boolean) => void;
  readonly rule: (place: Place, tone?: 'line' | 'strong') => void;
  readonly box: (place: Place, height: number, tone?: 'line' | 'strong') => void;
  /** Draws a sparkline with its top left corner at `x`, `y`. */
  readonly spark: (shape: SparkShape, x: number, y: number) => void;
  /** Repeats the heading on each page; splits only rows that are higher than a page. */
  readonly table: (table: PdfTable) => void;
  readonly bytes: () => Promise<Uint8Array>;
};

const LINE_HEIGHT = 1.45;
/** Relative size of the smaller text in a cell. */
const SMALL_TEXT_SCALE = 0.9;

export function createPdfDocument(options: PdfDocumentOptions): PdfDocument {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: true,
    lang: options.language ?? 'ja',
    displayTitle: true,
    // Nothing about the machine or the current time is included.
    info: {
      Title: options.title,
      Author: options.author,
      Creator: 'Yamori',
      Producer: 'Yamori',
      CreationDate: options.createdAt,
      ModDate: options.createdAt,
    },
  });
  for (const name of ['regular', 'bold'] as const) document.registerFont(name, options.fonts[name]);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Uint8Array>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  let y: number = PAGE.margin;

  const write = createWriter(document);
  const newPage = (): void => {
    document.addPage();
    y = PAGE.margin;
  };
  const need = (points: number): void => {
    if (y + points > BOTTOM && y > PAGE.margin) newPage();
  };

  const rule = ({ x, width }: Place, tone: 'line' | 'strong' = 'line'): void => {
    document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(tone === 'strong' ? 1 : 0.5)
      .strokeColor(INK[tone])
      .stroke();
  };

  const table = (of: PdfTable): void =>
    drawTable(document, write, of, {
      y: () => y,
      advance: (height) => {
        y += height;
      },
      rule: (isHead) => rule(of, isHead ? 'strong' : 'line'),
      need,
      newPage,
    });

  /** Draws footer and watermark, once the number of pages is known. */
  const finishPages = (): void => {
    const { start, count } = document.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      document.switchToPage(start + index);
      write.line(
        options.foot(index + 1, count),
        { x: PAGE.margin, width: INNER },
        PAGE.height - PAGE.margin,
        { size: 7.5, align: 'center', tone: 'quiet' },
      );
      if (options.mark === undefined) continue;
      document
        .save()
        .rotate(-35, { origin: [PAGE.width / 2, PAGE.height / 2] })
        .opacity(0.09);
      write.line(options.mark, { x: 0, width: PAGE.width }, PAGE.height / 2 - 60, {
        size: 110,
        font: 'bold',
        align: 'center',
      });
      document.restore();
    }
  };

  return {
    inner: { x: PAGE.margin, width: INNER },
    y: () => y,
    moveTo: (to) => {
      y = to;
    },
    gap: (points) => {
      y += points;
    },
    need,
    newPage,
    rule,
    table,
    text(words, place, of = {}, stay = false) {
      const lines = brokenLines(words, place.width, write.measureWidth(of));
      const lineHeight = write.lineHeight(of);
      if (!stay && lines.length * lineHeight <= BOTTOM - PAGE.margin)
        need(lines.length * lineHeight);
      const from = y;
      for (const line of lines) {
        if (!stay) need(lineHeight);
        write.line(line, place, y, of);
        y += lineHeight;
      }
      if (stay) y = from;
    },
    box: ({ x, width }, height, tone = 'strong') =>
      void document
        .rect(x, y, width, height)
        .lineWidth(tone === 'strong' ? 1 : 0.5)
        .strokeColor(INK[tone])
        .stroke(),
    spark({ lines, alone }, x, top) {
      for (const line of lines)
        for (const [index, point] of line.entries())
          document[index === 0 ? 'moveTo' : 'lineTo'](x + point.x, top + point.y);
      if (lines.length > 0)
        document.lineWidth(0.7).lineJoin('round').strokeColor(INK.text).stroke();
      if (alone.length === 0) return;
      for (const point of alone) document.circle(x + point.x, top + point.y, 1.1);
      document.fillColor(INK.text).fill();
    },
    async bytes() {
      finishPages();
      document.end();
      return ended;
    },
  };
}

type Writer = ReturnType<typeof createWriter>;
type Flow = {
  readonly y: () => number;
  readonly advance: (height: number) => void;
  readonly rule: (isHead: boolean) => void;
  readonly need: (points: number) => void;
  readonly newPage: () => void;
};

function drawTable(document: PDFKit.PDFDocument, write: Writer, of: PdfTable, flow: Flow): void {
  const { columns, rows, size = 8.5 } = of;
  const style: TextStyle = { size };
  const headStyle: TextStyle = { size, font: 'bold' };
  const widths = columnWidths(of, write.measureWidth(style), write.measureWidth(headStyle));
  const lineHeight = write.lineHeight(style);
  const head = layOutRow(
    columns.map((column) => column.head),
    widths,
    write.measureWidth(headStyle),
    true,
  );
  const measureRowHeight = ({ cells, lineCount }: TableRow): number =>
    Math.max(
      lineCount * lineHeight,
      ...cells.map(({ lines, drawn }) => lines.length * lineHeight + (drawn?.height ?? 0)),
    ) +
    2 * CELL.y;
  const getLineStyle = (isHead: boolean, isSmall: boolean): TextStyle => {
    if (isHead) return headStyle;
    return isSmall ? { size: size * SMALL_TEXT_SCALE, tone: 'quiet' } : style;
  };
  const draw = (row: TableRow, isHead: boolean): void => {
    const height = measureRowHeight(row);
    if (isHead) document.rect(of.x, flow.y(), of.width, height).fill(INK.shade);
    let x = of.x + CELL.x;
    for (const [index, { lines, below, drawn }] of row.cells.entries()) {
      const place = { x, width: (widths[index] ?? 0) - 2 * CELL.x };
      const align = columns[index]?.align ?? 'left';
      const top = flow.y() + CELL.y;
      for (const [line, words] of lines.entries())
        write.line(words, place, top + line * lineHeight, {
          ...getLineStyle(isHead, line >= below),
          align,
        });
      drawn?.draw(x, top + lines.length * lineHeight);
      x += widths[index] ?? 0;
    }
    flow.advance(height);
    flow.rule(isHead);
  };
  const maxLines = Math.floor(
    (BOTTOM - PAGE.margin - measureRowHeight(head) - 2 * CELL.y) / lineHeight,
  );
  flow.need(60);
  flow.rule(true);
  draw(head, true);
  for (const cells of rows)
    for (const part of splitRow(
      layOutRow(cells, widths, write.measureWidth(style), false),
      maxLines,
    )) {
      if (flow.y() + measureRowHeight(part) > BOTTOM && flow.y() > PAGE.margin) {
        flow.newPage();
        draw(head, true);
      }
      draw(part, false);
    }
}

/**
 * Draws single lines at given positions; PDFKit's own line breaking does not follow Japanese rules.
 */
function createWriter(document: PDFKit.PDFDocument) {
  const set = ({ size = 9.5, font = 'regular' }: TextStyle): number => {
    document.font(font).fontSize(size);
    return size;
  };
  const widths = new Map<string, number>();
  /** Width at size 1, cached because the same pieces recur. */
  const unitWidth = (words: string, font: PdfFont): number => {
    const key = `${font} ${words}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    const width = document.font(font).fontSize(100).widthOfString(words) / 100;
    widths.set(key, width);
    return width;
  };
  const measureWidth =
    ({ size = 9.5, font = 'regular' }: TextStyle): MeasureWidth =>
    (words) =>
      unitWidth(words, font) * size;
  return {
    measureWidth,
    lineHeight: (of: TextStyle): number => {
      const size = set(of);
      return document.currentLineHeight(true) + size * (LINE_HEIGHT - 1);
    },
    line(words: string, { x, width }: Place, at: number, of: TextStyle): void {
      if (words === '') return;
      const free =
        of.align === undefined || of.align === 'left'
          ? 0
          : (width - measureWidth(of)(words)) * (of.align === 'right' ? 1 : 0.5);
      set(of);
      document.fillColor(INK[of.tone ?? 'text']).text(words, x + free, at, { lineBreak: false });
    },
  };
}
