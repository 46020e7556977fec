import { cpus } from 'node:os';
import type { AccuracyLine } from './a-accuracy-line.ts';
import { beatLines, heartRateLines } from './a-beats.ts';
import { apneaLines } from './a-apnea.ts';
import { respirationLines } from './a-breathing.ts';
import { flowLines } from './a-flow.ts';
import { impedanceLines } from './a-impedance.ts';
import { hasRecordings } from './a-recordings.ts';
import { sleepStatisticsLines } from './a-sleep.ts';
import { sleepWakeLines } from './a-sleep-wake.ts';

// Figures A1 to A7: value, reference, goal and anchor side by side. A5 and A6 fit their models
// anew, each night by the others. What was looked at before: BIDMC 05, while the breath finder was
// designed; the tank, on which blur, noise figure and weighting were tried out after the forward
// model had gone to 2.5-D. The values kept are GREIT's usual ones, but the tank is no untouched
// test.
function print(lines: readonly AccuracyLine[]): void {
  for (const line of lines) {
    console.log(`${line.figure}  ${line.what}`);
    console.log(`    ours       ${line.value}`);
    console.log(`    reference  ${line.reference}   goal ${line.goal}`);
    console.log(`    anchor     ${line.anchor}`);
  }
}

console.log(`machine  ${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}`);
console.log(`versions node ${process.version}, v8 ${process.versions.v8}`);
if (hasRecordings)
  print([
    ...beatLines(),
    ...heartRateLines(),
    ...respirationLines(),
    ...flowLines(),
    ...sleepStatisticsLines(),
    ...sleepWakeLines(),
    ...apneaLines(),
    ...impedanceLines(),
  ]);
else console.log('skipped: ../shared/data is absent');
