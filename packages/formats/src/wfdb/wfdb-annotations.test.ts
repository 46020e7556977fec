import { describe, expect, it } from 'vitest';
import { isBeat, parseWfdbAnnotations } from './wfdb-annotations.ts';

/** One 16-bit word of an annotation file. */
const word = (code: number, interval: number): number[] => [
  interval & 0xff,
  (code << 2) | (interval >> 8),
];
const END = [0, 0];
const parse = (...words: readonly (readonly number[])[]) =>
  parseWfdbAnnotations(Uint8Array.from(words.flat()));

describe('parseWfdbAnnotations', () => {
  it('reads SKIP, NUM, SUB, CHN and AUX', () => {
    const text = [...new TextEncoder().encode('(AFIB'), 0];
    const skip = [...word(59, 0), 1, 0, 2, 0];
    expect(
      parse(
        word(28, 18),
        word(63, 5),
        text,
        skip,
        word(5, 7),
        word(61, 0xff),
        word(62, 1),
        word(60, 3),
        word(1, 1),
        END,
      ),
    ).toEqual({
      annotations: [
        {
          sampleIndex: 18,
          code: 28,
          symbol: '+',
          subtype: 0,
          channel: 0,
          number: 0,
          auxiliary: '(AFIB',
        },
        {
          sampleIndex: 65_563,
          code: 5,
          symbol: 'V',
          subtype: -1,
          channel: 1,
          number: 3,
          auxiliary: '',
        },
        {
          sampleIndex: 65_564,
          code: 1,
          symbol: 'N',
          subtype: 0,
          channel: 1,
          number: 3,
          auxiliary: '',
        },
      ],
      problems: [],
    });
  });

  it('moves back in time for a negative SKIP', () => {
    const back = [...word(59, 0), 0xff, 0xff, 0xf6, 0xff];
    expect(
      parse(word(1, 100), back, word(1, 0), END).annotations.map(
        (annotation) => annotation.sampleIndex,
      ),
    ).toEqual([100, 90]);
  });

  it('cuts text at its first zero byte', () => {
    expect(parse(word(22, 1), word(63, 4), [78, 83, 82, 0], END).annotations).toMatchObject([
      { auxiliary: 'NSR' },
    ]);
  });

  it('ignores a change without a previous annotation', () => {
    expect(parse(word(62, 2), word(1, 4), END).annotations).toMatchObject([
      { channel: 2, sampleIndex: 4 },
    ]);
  });

  it.each([
    [1, 'N', true],
    [5, 'V', true],
    [8, 'A', true],
    [12, '/', true],
    [38, 'f', true],
    [28, '+', false],
    [14, '~', false],
    [22, '"', false],
    [24, 'p', false],
    [32, '[', false],
    [41, 'r', true],
    [45, '[45]', false],
  ])('gives code %i the symbol %s', (code, symbol, beat) => {
    const [annotation] = parse(word(code, 1), END).annotations;
    expect(annotation?.symbol).toBe(symbol);
    expect(annotation && isBeat(annotation)).toBe(beat);
  });

  it('reports a missing end mark, truncated text and unknown codes', () => {
    expect(parse(word(1, 5))).toMatchObject({
      annotations: [{ symbol: 'N' }],
      problems: [{ code: 'truncated', byteOffset: 2 }],
    });
    expect(parse(word(1, 5), word(63, 500)).problems).toMatchObject([{ code: 'truncated' }]);
    expect(parse(word(59, 0), [1]).problems).toMatchObject([{ code: 'truncated' }]);
    expect(parse(word(55, 0), END).problems).toMatchObject([
      { code: 'badAnnotation', byteOffset: 0 },
    ]);
    expect(parse().problems).toMatchObject([{ code: 'truncated', byteOffset: 0 }]);
  });
});
