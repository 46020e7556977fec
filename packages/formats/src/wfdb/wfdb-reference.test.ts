import { describe, expect, it } from 'vitest';
import { hasReferenceData, referenceBytes, referenceValues } from '../testing/reference-data.ts';
import { isBeat, parseWfdbAnnotations, type WfdbAnnotation } from './wfdb-annotations.ts';
import { parseWfdbHeader, type WfdbHeader } from './wfdb-header.ts';

const readAnnotations = (path: string): readonly WfdbAnnotation[] => {
  const { annotations, problems } = parseWfdbAnnotations(referenceBytes(path));
  expect(problems).toEqual([]);
  return annotations;
};

function readHeader(path: string): WfdbHeader {
  const parsed = parseWfdbHeader(new TextDecoder().decode(referenceBytes(path)));
  if (parsed.kind === 'refused') throw new Error(parsed.problem.message);
  return parsed.header;
}

type Apnea = {
  readonly samples: number;
  readonly fs_hz: number;
  readonly labels: string;
  readonly beats: number;
  readonly first5_beats: readonly number[];
};
const apnea = hasReferenceData('apnea-ecg')
  ? Object.entries(
      referenceValues<{ readonly records: Readonly<Record<string, Apnea>> }>('apnea-ecg').records,
    )
  : [];

describe.skipIf(apnea.length === 0)(
  'apnea-ecg records with a label a minute (skipped where the recordings are absent)',
  () => {
    it.each(apnea)('%s matches in header, labels and beats', (name, reference) => {
      expect(readHeader(`apnea-ecg/${name}.hea`)).toMatchObject({
        frameCount: reference.samples,
        frameRateHz: reference.fs_hz,
      });
      expect(
        readAnnotations(`apnea-ecg/${name}.apn`)
          .map(({ symbol }) => symbol)
          .join(''),
      ).toBe(reference.labels);
      const beats = readAnnotations(`apnea-ecg/${name}.qrs`).filter(isBeat);
      expect(beats).toHaveLength(reference.beats);
      expect(beats.slice(0, 5).map(({ sampleIndex }) => sampleIndex)).toEqual(
        reference.first5_beats,
      );
    });
  },
);

type Sleep = {
  readonly header_comment: readonly string[];
  readonly scored_epochs: number;
  readonly first_label_sample: number;
  readonly stage_string: string;
  readonly events: Readonly<Record<string, number>>;
  readonly beats: number;
};
const sleep = hasReferenceData('slpdb')
  ? Object.entries(
      referenceValues<{ readonly records: Readonly<Record<string, Sleep>> }>('slpdb').records,
    )
  : [];

describe.skipIf(sleep.length === 0)(
  'slpdb records with a stage an epoch (skipped where the recordings are absent)',
  () => {
    it.each(sleep)(
      '%s matches in comments, stages, events and audited beats',
      (name, reference) => {
        const epochs = readAnnotations(`slpdb/${name}.st`);
        const words = epochs.map(({ auxiliary }) => auxiliary.trim().split(/\s+/));
        expect(readHeader(`slpdb/${name}.hea`).comments.map((comment) => `# ${comment}`)).toEqual(
          reference.header_comment,
        );
        expect([epochs.length, epochs[0]?.sampleIndex]).toEqual([
          reference.scored_epochs,
          reference.first_label_sample,
        ]);
        expect(words.map(([stage]) => stage).join(' ')).toBe(reference.stage_string);
        const events: Record<string, number> = {};
        for (const event of words.flatMap((each) => each.slice(1)))
          events[event] = (events[event] ?? 0) + 1;
        expect(events).toEqual(reference.events);
        expect(readAnnotations(`slpdb/${name}.ecg`).filter(isBeat)).toHaveLength(reference.beats);
      },
    );
  },
);
