import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { decoderWasmUrl } from '@yamori/frames/wasm-file';
import { runContestInBrowser } from './s1-browser.ts';
import { type S1Line, runContest } from './s1-contest.ts';

// Figure S1: decode of a 100 MB recording with CRC, in Node and in the browser's worker.
const BYTE_LENGTH = 100_000_000;

const findBaseline = (lines: readonly S1Line[], line: S1Line): S1Line | undefined =>
  lines.find(
    (each) => each.decoder.startsWith('DataView') && line.recording.startsWith(each.recording),
  );

function print(where: string, lines: readonly S1Line[]): void {
  console.log(`\n${where}`);
  console.log(
    `${'recording'.padEnd(28)}${'decoder'.padEnd(32)}${'MB/s'.padStart(8)}${'ratio'.padStart(8)}${'frames'.padStart(9)}`,
  );
  for (const line of lines) {
    const ratio =
      line.megabytesPerSecond / (findBaseline(lines, line)?.megabytesPerSecond ?? Number.NaN);
    const figures = [
      line.megabytesPerSecond.toFixed(0).padStart(8),
      ratio.toFixed(2).padStart(8),
      String(line.frames).padStart(9),
    ];
    console.log(`${line.recording.padEnd(28)}${line.decoder.padEnd(32)}${figures.join('')}`);
  }
  for (const recording of new Set(lines.map((line) => line.recording))) {
    const decoders = lines.filter((line) => line.recording === recording && line.frames > 0);
    if (new Set(decoders.map((line) => line.figure)).size > 1)
      throw new Error(`decoders disagree on ${recording}`);
  }
}

const node = await runContest(await readFile(decoderWasmUrl()), BYTE_LENGTH);
const browser = await runContestInBrowser(BYTE_LENGTH);
console.log(`machine  ${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}`);
console.log(
  `versions node ${process.version}, v8 ${process.versions.v8}, chromium ${browser.version}`,
);
console.log('ratio    against the DataView decoder of the same place and recording');
print('Node', node);
print('Chromium, module worker', browser.lines);
