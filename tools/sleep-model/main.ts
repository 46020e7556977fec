import { trainApnea } from './train-apnea.ts';
import { trainSleep } from './train-sleep.ts';

/**
 * Fits the two models of packages/signal and prints the split, the tried settings and the errors:
 * `node tools/sleep-model/main.ts sleep` or `… apnea`. Needs the recordings (docs/recordings.md).
 * The same seed gives the same files.
 */
if (process.argv[2] === 'sleep') trainSleep();
else if (process.argv[2] === 'apnea') trainApnea();
else {
  console.error('usage: node tools/sleep-model/main.ts sleep|apnea');
  process.exitCode = 2;
}
