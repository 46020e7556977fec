import { sleepCollection } from '@yamori/domain';
import { describe, expect, it } from 'vitest';
import { shownEpochs, stageRuns } from './shown-epochs.ts';

const START = Date.parse('2026-11-20T13:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1000);
type Edit = {
  readonly from: number;
  readonly to: number;
  readonly change: object;
  readonly editedAt: number;
  readonly undone?: boolean;
};

/** Six epochs: three of sleep in bed, two out of bed and one unknown. */
const night = (edits: readonly Edit[]) => ({
  night: '2026-11-20',
  fields: sleepCollection.schema.parse({
    night: '2026-11-20',
    from: at(0),
    to: at(180),
    state: 'done',
    epochs: ['light', 'light', 'deep', 'wake', 'wake', 'missing'],
    presence: [
      { state: 'inBed', epochs: 3 },
      { state: 'outOfBed', epochs: 2 },
    ],
    edits: edits.map(({ from, to, change, editedAt, undone = false }, index) => ({
      id: `e${index}`,
      from: at(from),
      to: at(to),
      change,
      editedBy: 'u',
      editedAt: at(editedAt),
      undone,
    })),
  }),
});
const shown = (edits: readonly Edit[]) =>
  shownEpochs(night(edits), START * 1000, at(180).getTime() * 1000);
const listStages = (edits: readonly Edit[]) => shown(edits).map(({ stage }) => stage);

describe('shownEpochs', () => {
  it('returns computed epochs without corrections', () => {
    expect(
      shown([]).map(({ stage, computedStage, isCorrected, presence }) => [
        stage === computedStage,
        isCorrected,
        presence,
      ]),
    ).toEqual(
      ['inBed', 'inBed', 'inBed', 'outOfBed', 'outOfBed', null].map((presence) => [
        true,
        false,
        presence,
      ]),
    );
  });

  it('marks epochs corrected to out of bed as awake, and to in bed as unknown', () => {
    const out = shown([
      { from: 30, to: 90, change: { kind: 'presence', inBed: false }, editedAt: 1000 },
    ]);
    expect(
      out.map(({ stage, presence, isCorrected }) => [stage, presence, isCorrected]).slice(0, 4),
    ).toEqual([
      ['light', 'inBed', false],
      ['wake', 'outOfBed', true],
      ['wake', 'outOfBed', true],
      ['wake', 'outOfBed', false],
    ]);
    expect(
      listStages([
        { from: 90, to: 150, change: { kind: 'presence', inBed: true }, editedAt: 1000 },
      ]),
    ).toEqual(['light', 'light', 'deep', 'missing', 'missing', 'missing']);
  });

  it('corrects whole epochs that overlap a correction, by the newest one that is not withdrawn', () => {
    const stage = (name: string) => ({ kind: 'stage', stage: name });
    const edits = [
      { from: 40, to: 70, change: stage('rem'), editedAt: 2000 },
      { from: 0, to: 60, change: stage('deep'), editedAt: 1000 },
      { from: 0, to: 180, change: stage('wake'), editedAt: 3000, undone: true },
    ];
    expect(listStages(edits)).toEqual(['deep', 'rem', 'rem', 'wake', 'wake', 'missing']);
    expect(
      stageRuns(night(edits), START * 1000, at(180).getTime() * 1000).map(
        ({ stage: name, fromUs, toUs }) => [name, (toUs - fromUs) / 1e6],
      ),
    ).toEqual([
      ['deep', 30],
      ['rem', 60],
      ['wake', 60],
      ['missing', 30],
    ]);
  });
});
