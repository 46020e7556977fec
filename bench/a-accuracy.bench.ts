import { cpus } from 'node:os';
import type { AccuracyLine } from './a-accuracy-line.ts';
import { beatLines, heartRateLines } from './a-beats.ts';
import { apneaLines } from './a-apnea.ts';
import { respirationLines } from './a-breathing.ts';
import { flowLines } from './a-flow.ts';
import { impedanceLines } from './a-impedance.ts';
import { hasRecordings, WHY_SKIPPED } from '../tools/run/recordings.mjs';
import { sleepStatisticsLines } from './a-sleep.ts';
import { sleepWakeLines } from './a-sleep-wake.ts';

// Figures A1 to A7: value, reference, goal and published value. A5 and A6 fit their models to each
// night's complement. Two recordings are no independent test: BIDMC 05 served to design the breath
// detector, and the tank served to choose blur, noise figure and weighting after the forward model
// became 2.5-D, although the final values are the usual ones of GREIT.
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
else console.log(`a-accuracy${WHY_SKIPPED}`);
