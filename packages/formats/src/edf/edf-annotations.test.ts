import { describe, expect, it } from 'vitest';
import { parseAnnotationLists } from './edf-annotations.ts';
import type { FormatProblem } from '../recording.ts';
import { annotationList } from '../testing/edf-builder.ts';

function parse(text: string) {
  const problems: FormatProblem[] = [];
  return { ...parseAnnotationLists(new TextEncoder().encode(text), 1_000, problems), problems };
}

describe('parseAnnotationLists', () => {
  it('separates the record time from annotations', () => {
    expect(parse(annotationList('+61.5', ['']))).toEqual({
      recordOnsetSeconds: 61.5,
      annotations: [],
      problems: [],
    });
    expect(parse(annotationList('+61.5', ['Lights off']))).toMatchObject({
      recordOnsetSeconds: null,
    });
  });

  it('reads an annotation in the time-keeping list', () => {
    expect(parse(annotationList('+0', ['', 'Recording starts']))).toEqual({
      recordOnsetSeconds: 0,
      annotations: [{ onsetSeconds: 0, durationSeconds: null, text: 'Recording starts' }],
      problems: [],
    });
  });

  it('reads onsets before the start, durations, several texts and padding between lists', () => {
    const text = `${annotationList('-0.5', ['early'])}\0\0${annotationList('+3704', ['Obstructive Apnea', 'seen by two'], '10.25')}\0\0\0`;
    expect(parse(text).annotations).toEqual([
      { onsetSeconds: -0.5, durationSeconds: null, text: 'early' },
      { onsetSeconds: 3_704, durationSeconds: 10.25, text: 'Obstructive Apnea' },
      { onsetSeconds: 3_704, durationSeconds: 10.25, text: 'seen by two' },
    ]);
  });

  it('reads a list that is truncated at the end of the record', () => {
    expect(parse('+5\u0014cut off').annotations).toEqual([
      { onsetSeconds: 5, durationSeconds: null, text: 'cut off' },
    ]);
  });

  it.each([
    ['an onset without sign', '5\u0014x\u0014\0'],
    ['an onset that is not a number', '+late\u0014x\u0014\0'],
    ['a list without delimiters', 'only words\0'],
  ])('reports %s with its offset, and continues', (_, bad) => {
    const result = parse(
      `${annotationList('+1', ['before'])}${bad}${annotationList('+2', ['behind'])}`,
    );
    expect(result.annotations.map((annotation) => annotation.text)).toEqual(['before', 'behind']);
    expect(result.problems).toMatchObject([
      { code: 'badAnnotation', byteOffset: 1_000 + annotationList('+1', ['before']).length },
    ]);
  });

  it('ignores an invalid duration', () => {
    expect(parse(annotationList('+1', ['x'], 'long')).annotations).toMatchObject([
      { durationSeconds: null },
    ]);
  });
});
