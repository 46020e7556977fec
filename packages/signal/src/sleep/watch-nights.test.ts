import { describe, expect, it } from 'vitest';
import { hasSharedRecordings, sharedText, whyAbsent } from '../testing/shared-recordings.ts';
import { scoreSleepWake } from './sleep-wake.ts';

const SUBJECTS = [
  '1066528',
  '1449548',
  '1818471',
  '2638030',
  '3997827',
  '4314139',
  '46343',
  '5132496',
  '5498603',
  '6220552',
  '781756',
  '8000685',
  '8258170',
  '8686948',
  '9106476',
  '9961348',
];

const column = (subject: string, kind: string): number[] =>
  sharedText(`sleep-accel-walch/${subject}_${kind}.out`).trim().split('\n').map(Number);

// These nights were learnt from: the test holds that the model is the one that was fitted, not how
// good it is on others (decision 020).
describe.skipIf(!hasSharedRecordings)(`nights of watch wearers${whyAbsent}`, () => {
  it('find nine of ten epochs of sleep, and three of five of wake', () => {
    let [asleep, found, awake, seen] = [0, 0, 0, 0];
    for (const subject of SUBJECTS) {
      const stages = column(subject, 'psg_labels');
      const { labels } = scoreSleepWake(
        column(subject, 'count_feature'),
        column(subject, 'hr_feature'),
      );
      for (const [epoch, stage] of stages.entries()) {
        if (stage > 0) [asleep, found] = [asleep + 1, found + (labels[epoch] === 1 ? 1 : 0)];
        else [awake, seen] = [awake + 1, seen + (labels[epoch] === 0 ? 1 : 0)];
      }
    }
    expect(asleep + awake).toBe(13_763);
    expect(found / asleep).toBeGreaterThan(0.92);
    expect(seen / awake).toBeGreaterThan(0.62);
  });

  it('still find most of it without a heart', () => {
    const [subject] = ['2638030'];
    const stages = column(subject, 'psg_labels');
    const { labels } = scoreSleepWake(column(subject, 'count_feature'), []);
    expect(
      stages.filter((stage, epoch) => stage > 0 === (labels[epoch] === 1)).length / stages.length,
    ).toBeGreaterThan(0.88);
  });
});
