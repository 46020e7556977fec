import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAnnotationLists } from './edf-annotations.ts';
import { recordLists } from './edf-lists.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('recordLists', () => {
  it('starts with the time of the record, followed by a list for each annotation', () => {
    const bytes = recordLists(61.5, [
      { onsetSeconds: 60.25, durationSeconds: 10, text: 'Apnea' },
      { onsetSeconds: 61, durationSeconds: null, text: '仰臥位' },
    ]);
    expect(text(bytes)).toBe(
      '+61.5\u0014\u0014\0+60.25\u001510\u0014Apnea\u0014\0+61\u0014仰臥位\u0014\0',
    );
  });

  it.each([
    [0, '+0'],
    [-0.5, '-0.5'],
    [1e-7, '+0.0000001'],
    [1e-9, '+0'],
    [86_400, '+86400'],
    [0.1 + 0.2, '+0.3'],
    [1_234_567.891_234_5, '+1234567.8912345'],
  ])('writes %d as %s', (seconds, expected) => {
    expect(text(recordLists(seconds, []))).toBe(`${expected}\u0014\u0014\0`);
  });

  it('replaces delimiters in a text', () => {
    expect(
      text(
        recordLists(0, [{ onsetSeconds: 0, durationSeconds: null, text: 'a\u0014b\u0015c\0d\n' }]),
      ),
    ).toBe('+0\u0014\u0014\0+0\u0014a b c d\n\u0014\0');
  });

  it('writes lists that parse to the same annotations', () => {
    const times = fc.integer({ min: -1_000_000, max: 1_000_000_000 }).map((micros) => micros / 1e6);
    const words = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .map((each) => each.trim())
      .filter(
        (each) =>
          each !== '' && !['\0', '\u0014', '\u0015', '\uFEFF'].some((mark) => each.includes(mark)),
      );
    fc.assert(
      fc.property(
        times,
        fc.array(
          fc.record({
            onsetSeconds: times,
            durationSeconds: fc.option(
              fc.integer({ min: 0, max: 1e9 }).map((micros) => micros / 1e6),
            ),
            text: words,
          }),
          { maxLength: 10 },
        ),
        (onset, annotations) => {
          const read = parseAnnotationLists(recordLists(onset, annotations), 0, []);
          expect(read.recordOnsetSeconds).toBeCloseTo(onset, 6);
          expect(read.annotations).toEqual(
            annotations.map((each) => ({
              ...each,
              onsetSeconds: expect.closeTo(each.onsetSeconds, 6),
              durationSeconds:
                each.durationSeconds === null ? null : expect.closeTo(each.durationSeconds, 6),
            })),
          );
        },
      ),
    );
  });
});
