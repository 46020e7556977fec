import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The wall clock of one process, which can be stepped while it runs. */
export type SteppedClock = {
  /** Environment for the process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly step: (seconds: number) => void;
  readonly remove: () => void;
};

const AT_TIME = join(import.meta.dirname, '../../../../tools/run/at-time.c');
const SHIFT = join(import.meta.dirname, 'shift-from-file.h');

/** Null without a C compiler, or if the system does not support preloading a library. */
export function buildSteppedClock(): SteppedClock | null {
  if (process.platform !== 'linux') return null;
  const folder = mkdtempSync(join(tmpdir(), 'yamori-clock-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const library = join(folder, 'clock.so');
  try {
    execFileSync(
      'cc',
      ['-shared', '-fPIC', '-O2', '-D_GNU_SOURCE', '-include', SHIFT, '-o', library, AT_TIME],
      {
        stdio: 'ignore',
      },
    );
  } catch {
    remove();
    return null;
  }
  const shift = join(folder, 'shift');
  const file = openSync(shift, 'w');
  const step = (seconds: number): void => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seconds));
    writeSync(file, bytes, 0, bytes.length, 0);
  };
  step(0);
  return {
    environment: { LD_PRELOAD: library, YAMORI_CLOCK_SHIFT: shift },
    step,
    remove() {
      closeSync(file);
      remove();
    },
  };
}
