import { describe, expect, it } from 'vitest';
import { hasRecordings, WHY_SKIPPED } from '../../../../tools/run/recordings.mjs';
import { sharedText } from '../testing/shared-recordings.ts';
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

// The model was trained on these nights: the test checks that it is the fitted one, not how well it
// generalises (decision 020).
describe.skipIf(!hasRecordings)(`scoreSleepWake on watch wearers${WHY_SKIPPED}`, () => {
  it('finds nine of ten epochs of sleep, and three of five of wake', () => {
    let asleep = 0;
    let found = 0;
    let awake = 0;
    let seen = 0;
    for (const subject of SUBJECTS) {
      const stages = column(subject, 'psg_labels');
      const { labels } = scoreSleepWake(
        column(subject, 'count_feature'),
        column(subject, 'hr_feature'),
      );
      for (const [epoch, stage] of stages.entries()) {
        if (stage > 0) {
          asleep += 1;
          if (labels[epoch] === 1) found += 1;
        } else {
          awake += 1;
          if (labels[epoch] === 0) seen += 1;
        }
      }
    }
    expect(asleep + awake).toBe(13_763);
    expect(found / asleep).toBeGreaterThan(0.92);
    expect(seen / awake).toBeGreaterThan(0.62);
  });

  it('finds most sleep without a heart rate', () => {
    const subject = '2638030';
    const stages = column(subject, 'psg_labels');
    const { labels } = scoreSleepWake(column(subject, 'count_feature'), []);
    expect(
      stages.filter((stage, epoch) => stage > 0 === (labels[epoch] === 1)).length / stages.length,
    ).toBeGreaterThan(0.88);
  });
});
