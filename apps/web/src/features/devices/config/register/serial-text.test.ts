import { describe, expect, it } from 'vitest';
import { parseSerial, tidySerial } from './serial-text.ts';

describe('the serial in a code', () => {
  it.each([
    ['https://yamori.example/sn/A-1042', 'A-1042'],
    ['https://yamori.example/sn/A-1042?x=1#y', 'A-1042'],
    [' A-1042 ', 'A-1042'],
    ['Ａ－１０４２', 'A-1042'],
    ['https://yamori.example/sn/A%2D1042', 'A-1042'],
    ['https://elsewhere.example/', null],
    ['部屋', null],
    ['', null],
    ['https://yamori.example/sn/%E0%A4%A', null],
    ['a'.repeat(41), null],
  ])('%s is %s', (code, serial) => expect(parseSerial(code)).toBe(serial));

  it('a typed serial is normalised', () => expect(tidySerial('　ＡＢ１２ ')).toBe('AB12'));
});
