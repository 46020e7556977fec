import PDFDocument from 'pdfkit';
import type { PaperFont } from './paper-fonts.ts';

/** A4 upright, in points. */
export const PAPER = { width: 595.28, height: 841.89, margin: 44, foot: 30 } as const;
const INNER = PAPER.width - 2 * PAPER.margin;
const BOTTOM = PAPER.height - PAPER.margin - PAPER.foot;
const INK = { text: '#111111', quiet: '#555555', line: '#bbbbbb', strong: '#333333', shade: '#eef2f2' } as const;

export type PaperOptions = {
  readonly title: string;
  readonly author: string;
  /** The only time that stands in the file: equal parts give equal bytes. */
  readonly createdAt: Date;
  readonly fonts: Readonly<Record<PaperFont, Buffer>>;
  /** What stands at the foot of every page. */
  readonly foot: (page: number, pages: number) => string;
  /** Across every page, of what may not be handed out. */
  readonly mark?: string | undefined;
};

export type TextStyle = { readonly size?: number; readonly font?: PaperFont; readonly align?: 'left' | 'right' | 'center'; readonly tone?: keyof typeof INK };
/** Where a text stands: from the left edge of the paper, as wide as said. */
export type Place = { readonly x: number; readonly width: number };

export type PaperColumn = { readonly head: string; /** Share of the table's width. */ readonly share: number; readonly align?: 'left' | 'right' | 'center' };
export type PaperTable = Place & { readonly columns: readonly PaperColumn[]; readonly rows: readonly (readonly string[])[]; readonly size?: number };

/** Words, lines and tables on A4, from top to bottom; `y` is where the next thing stands. */
export type Paper = {
  readonly inner: Place;
  readonly y: () => number;
  readonly moveTo: (y: number) => void;
  readonly gap: (points: number) => void;
  /** Begins a page where less room is left. */
  readonly need: (points: number) => void;
  readonly newPage: () => void;
  /** A text with its line breaks, at `y`; `stay`: what comes next begins at the same height. */
  readonly text: (words: string, place: Place, style?: TextStyle, stay?: boolean) => void;
  readonly rule: (place: Place, tone?: 'line' | 'strong') => void;
  readonly box: (place: Place, height: number) => void;
  /** The head is repeated on each page; a row is never torn. */
  readonly table: (table: PaperTable) => void;
  readonly bytes: () => Promise<Uint8Array>;
};

const LINE = 1.45;
const CELL = { x: 4, y: 4 } as const;

export function openPaper(options: PaperOptions): Paper {
  const document = new PDFDocument({
    size: 'A4', margin: 0, bufferPages: true, autoFirstPage: true, lang: 'ja', displayTitle: true,
    // Nothing of the machine or the moment goes in.
    info: { Title: options.title, Author: options.author, Creator: 'Yamori', Producer: 'Yamori', CreationDate: options.createdAt, ModDate: options.createdAt },
  });
  for (const name of ['regular', 'bold'] as const) document.registerFont(name, options.fonts[name]);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Uint8Array>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  let y: number = PAPER.margin;

  const style = ({ size = 9.5, font = 'regular', tone = 'text' }: TextStyle): number => {
    document.font(font).fontSize(size).fillColor(INK[tone]);
    return size;
  };
  const heightOf = (words: string, width: number, of: TextStyle): number => {
    const size = style(of);
    return document.heightOfString(words === '' ? ' ' : words, { width, lineGap: size * (LINE - 1) });
  };
  const put = (words: string, { x, width }: Place, at: number, of: TextStyle): void => {
    const size = style(of);
    document.text(words, x, at, { width, align: of.align ?? 'left', lineGap: size * (LINE - 1) });
  };
  const newPage = (): void => {
    document.addPage();
    y = PAPER.margin;
  };
  const need = (points: number): void => {
    if (y + points > BOTTOM && y > PAPER.margin) newPage();
  };

  const rule = ({ x, width }: Place, tone: 'line' | 'strong' = 'line'): void => {
    document.moveTo(x, y).lineTo(x + width, y).lineWidth(tone === 'strong' ? 1 : 0.5).strokeColor(INK[tone]).stroke();
  };

  function table({ x, width, columns, rows, size = 8.5 }: PaperTable): void {
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    const widths = columns.map(({ share }) => (width * share) / shares);
    const row = (cells: readonly string[], of: TextStyle, isHead: boolean): void => {
      const inside = (index: number): number => (widths[index] ?? 0) - 2 * CELL.x;
      const height = Math.max(...cells.map((cell, index) => heightOf(cell, inside(index), of))) + 2 * CELL.y;
      if (!isHead && y + height > BOTTOM && y > PAPER.margin) {
        newPage();
        row(columns.map(({ head }) => head), { size, font: 'bold' }, true);
      }
      if (isHead) document.rect(x, y, width, height).fill(INK.shade);
      let left = x;
      for (const [index, cell] of cells.entries()) {
        put(cell, { x: left + CELL.x, width: inside(index) }, y + CELL.y, { ...of, align: columns[index]?.align ?? 'left' });
        left += widths[index] ?? 0;
      }
      y += height;
      rule({ x, width }, isHead ? 'strong' : 'line');
    };
    need(60);
    rule({ x, width }, 'strong');
    row(columns.map(({ head }) => head), { size, font: 'bold' }, true);
    for (const cells of rows) row(cells, { size }, false);
  }

  /** The foot and the mark, once it is known how many pages there are. */
  const finishPages = (): void => {
    const { start, count } = document.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      document.switchToPage(start + index);
      put(options.foot(index + 1, count), { x: PAPER.margin, width: INNER }, PAPER.height - PAPER.margin, { size: 7.5, align: 'center', tone: 'quiet' });
      if (options.mark === undefined) continue;
      document.save().rotate(-35, { origin: [PAPER.width / 2, PAPER.height / 2] }).opacity(0.09);
      put(options.mark, { x: 0, width: PAPER.width }, PAPER.height / 2 - 60, { size: 110, font: 'bold', align: 'center' });
      document.restore();
    }
  };

  return {
    inner: { x: PAPER.margin, width: INNER },
    y: () => y,
    moveTo: (to) => { y = to; },
    gap: (points) => { y += points; },
    need, newPage, rule, table,
    text(words, place, of = {}, stay = false) {
      const height = heightOf(words, place.width, of);
      if (!stay) need(height);
      put(words, place, y, of);
      if (!stay) y += height;
    },
    box: ({ x, width }, height) => void document.rect(x, y, width, height).lineWidth(1).strokeColor(INK.strong).stroke(),
    async bytes() {
      finishPages();
      document.end();
      return ended;
    },
  };
}
