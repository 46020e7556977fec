import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DEMO_NIGHT_FILE } from '../../apps/server/src/demo/night-file.ts';
import { makeDemoNights } from './make-demo-nights.ts';

/**
 * Creates the nights that the demo ships: `npm run demo-nights`. Uses the simulator and the
 * analysis of this checkout; equal code gives an equal file. Takes about half an hour of CPU time;
 * `--processes N` distributes it.
 */
const { values } = parseArgs({ options: { processes: { type: 'string', default: '2' } } });
const processes = Number(values.processes);
if (!Number.isInteger(processes) || processes < 1) {
  console.error(
    `--processes ${values.processes} is not a number of processes.\nUse a whole number from 1 on, at most the number of cores.`,
  );
  process.exit(1);
}
const packed = await makeDemoNights({
  processes,
  onNight: (done, all) => {
    if (done % 24 === 0 || done === all) console.log(`${done} / ${all} nights`);
  },
});
await writeFile(DEMO_NIGHT_FILE, packed);
console.log(`${DEMO_NIGHT_FILE}: ${(packed.length / 1e6).toFixed(2)} MB`);
