import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';

const MODULE = new URL('./lower-priority.ts', import.meta.url).href;
const MAX_NICENESS = 19;
/** Root may lower its niceness, which a server outside tests may not. */
const WITHOUT_PRIVILEGE =
  process.getuid?.() === 0 ? ['setpriv', '--inh-caps=-sys_nice', '--bounding-set=-sys_nice'] : [];

/** Niceness of a process after `lowerPriority`, when it started `added` above this process. */
function nicenessAfter(added: number, niceness: number): number {
  const script = `
    const { lowerPriority } = await import(${JSON.stringify(MODULE)});
    lowerPriority(${niceness});
    process.stdout.write(String((await import('node:os')).getPriority()));`;
  const node = [process.execPath, '--input-type=module', '--eval', script];
  const command = ['-n', String(added), ...WITHOUT_PRIVILEGE, ...node];
  return Number(execFileSync('nice', command, { encoding: 'utf8' }));
}

describe.runIf(process.platform === 'linux')('lowerPriority', () => {
  it('raises the niceness to the given value', () => {
    expect(nicenessAfter(0, MAX_NICENESS)).toBe(MAX_NICENESS);
  });

  it('keeps the higher niceness of a server that was started with nice', () => {
    const started = Math.min(MAX_NICENESS, getPriority() + 12);
    expect(nicenessAfter(12, 2)).toBe(started);
  });
});
