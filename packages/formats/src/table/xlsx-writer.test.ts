import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflateEntry } from '../archive/inflate-entry.ts';
import { readZipDirectory } from '../archive/zip-directory.ts';
import { writeXlsx } from './xlsx-writer.ts';

const decoder = new TextDecoder();

/** Files of a workbook by name, read by our archive reader, which checks their checksums. */
async function readParts(bytes: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const directory = readZipDirectory(bytes);
  if (directory.kind !== 'directory') throw new Error('the workbook is not an archive');
  return new Map(
    await Promise.all(
      directory.entries.map(async (entry) => {
        const unpacked = await inflateEntry(bytes, entry);
        if (unpacked.kind !== 'bytes') throw new Error(`${entry.name} cannot be unpacked`);
        return [entry.name, decoder.decode(unpacked.bytes)] as const;
      }),
    ),
  );
}

/** Cells as a spreadsheet shows them: entities and `_xHHHH_` decoded. */
function parseCells(
  sheet: string,
): { readonly place: string; readonly style: number; readonly value: string | number }[] {
  return [
    ...sheet.matchAll(
      /<c r="([A-Z]+\d+)" s="(\d)"(?: t="(inlineStr)")?>(?:<is><t xml:space="preserve">([\s\S]*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/g,
    ),
  ].map(([, place = '', style = '', type, text = '', number = '']) => ({
    place,
    style: Number(style),
    value: type === undefined ? Number(number) : unescaped(text),
  }));
}
const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
const readSheet = async (rows: readonly (readonly (string | number | null)[])[]): Promise<string> =>
  (await readParts(writeXlsx([{ name: 'x', widths: [], rows }]))).get('xl/worksheets/sheet1.xml') ??
  '';

describe('writeXlsx', () => {
  it('writes the files that a spreadsheet expects, one per sheet, with valid sheet names', async () => {
    const parts = await readParts(
      writeXlsx([
        { name: '部屋/ごと', widths: [12, 8], rows: [['a']] },
        { name: '部屋 ごと', widths: [], rows: [] },
      ]),
    );
    expect([...parts.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
    ]);
    expect(
      [...(parts.get('xl/workbook.xml') ?? '').matchAll(/sheet name="([^"]*)"/g)].map(
        ([, name]) => name,
      ),
    ).toEqual(['部屋 ごと', '部屋 ごと 2']);
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain(
      '<col min="2" max="2" width="8" customWidth="1"/>',
    );
  });

  it('writes numbers as numbers, text as text, and no cell for no value', async () => {
    expect(parseCells(await readSheet([['head'], [1.5, 'text', null, Number.NaN, '7']]))).toEqual([
      { place: 'A1', style: 1, value: 'head' },
      { place: 'A2', style: 0, value: 1.5 },
      { place: 'B2', style: 0, value: 'text' },
      { place: 'E2', style: 0, value: '7' },
    ]);
  });

  it.each([
    '=cmd()',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '  =1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    "'=1",
  ])('marks %j as text in header and rows, and writes no formula', async (text) => {
    const sheet = await readSheet([[text], [text]]);
    expect(parseCells(sheet).map(({ style, value }) => [style, value])).toEqual([
      [3, text],
      [2, text],
    ]);
    expect(sheet).not.toContain('<f');
  });

  it('names any number of columns', async () => {
    const places = parseCells(
      await readSheet([Array.from({ length: 704 }, (_, index) => index)]),
    ).map(({ place }) => place);
    expect([places[25], places[26], places[51], places[52], places[701], places[702]]).toEqual([
      'Z1',
      'AA1',
      'AZ1',
      'BA1',
      'ZZ1',
      'AAA1',
    ]);
  });

  it('round-trips any text, including characters that XML cannot contain and text like an escape', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('_x0041_', '\u0000\u000B', 'a\r\nb', '<&">', '\uFFFE'),
        ),
        async (text) => {
          const [cell] = parseCells(await readSheet([[text]]));
          expect(cell?.value).toBe(text.toWellFormed());
        },
      ),
      { numRuns: 100 },
    );
  });

  it('writes the same bytes for the same sheets', () => {
    const make = () => writeXlsx([{ name: 'x', widths: [4], rows: [['a', 1]] }]);
    expect(make()).toEqual(make());
  });
});
