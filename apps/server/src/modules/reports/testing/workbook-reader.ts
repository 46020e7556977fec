import { crc32 } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';

/**
 * Reads the files of an uncompressed ZIP archive from its central directory (APPNOTE 4.3) and
 * checks their CRC-32.
 */
function readFiles(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [sum, size, nameLength, local] = [
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(from, from + size);
    if (crc32(content) !== sum) throw new Error(`${name} is damaged`);
    files.set(name, content);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

/** Returns the sheets of a workbook in order, by name. A formula is an error. */
export function readSheets(bytes: Buffer): ReadonlyMap<string, (string | number | null)[][]> {
  const files = readFiles(bytes);
  const xml = (name: string) =>
    new DOMParser().parseFromString(files.get(name)?.toString('utf8') ?? '', 'text/xml');
  const sheets = Array.from(xml('xl/workbook.xml').getElementsByTagName('sheet'));
  return new Map(
    sheets.map((sheet, index) => {
      const page = xml(`xl/worksheets/sheet${index + 1}.xml`);
      if (page.getElementsByTagName('f').length > 0) throw new Error('the sheet has a formula');
      const rows = Array.from(page.getElementsByTagName('row'), (row) => {
        const cells: (string | number | null)[] = [];
        for (const cell of Array.from(row.getElementsByTagName('c')))
          cells[parseColumn(cell.getAttribute('r') ?? '')] =
            cell.getAttribute('t') === 'inlineStr'
              ? plain(cell.textContent ?? '')
              : Number(cell.textContent);
        return Array.from(cells, (cell) => cell ?? null);
      });
      return [sheet.getAttribute('name') ?? '', rows] as const;
    }),
  );
}

const parseColumn = (place: string): number =>
  Array.from(place.replace(/\d+$/, '')).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

/** Decodes `_xHHHH_`, the escape of a character that XML cannot hold (ECMA-376 22.9.2.19). */
const plain = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
