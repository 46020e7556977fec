import { describe, expect, it } from 'vitest';
import { labelAddress, LABELS_PER_SHEET, splitSheets, type Label } from './use-label-sheet.tsx';
import { parseSerial } from '../register/serial-text.ts';

const labels = (count: number): Label[] =>
  Array.from({ length: count }, (_unused, at) => ({ serial: `A-${at}`, name: '', address: '' }));

describe('labels', () => {
  it.each([
    [0, []],
    [1, [1]],
    [LABELS_PER_SHEET, [21]],
    [LABELS_PER_SHEET + 1, [21, 1]],
    [50, [21, 21, 8]],
  ])('%i labels fill the expected sheets', (count, sizes) => {
    expect(splitSheets(labels(count)).map((sheet) => sheet.length)).toEqual(sizes);
  });
  it('a scanner can read the codes again', () =>
    expect(parseSerial(labelAddress('https://yamori.example', 'A-1042'))).toBe('A-1042'));
});
