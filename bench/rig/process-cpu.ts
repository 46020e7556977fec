import { readFileSync, readdirSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

type Process = { readonly parent: number; readonly seconds: number };

/**
 * CPU seconds of every process that this one has started, theirs included, those that have ended too as far as their
 * parents waited for them. 0 where the system does not tell.
 */
export function descendantsCpuSeconds(): number {
  const processes = readProcesses();
  const own = new Set([process.pid]);
  for (let before = 0; before !== own.size;) {
    before = own.size;
    for (const [pid, { parent }] of processes) if (own.has(parent)) own.add(pid);
  }
  own.delete(process.pid);
  return [...own].reduce((sum, pid) => sum + (processes.get(pid)?.seconds ?? 0), 0);
}

function readProcesses(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const name of readNames()) {
    try {
      // Fields behind the command: state, parent …; 11 to 14 are user and system time, own and of ended children.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number);
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
      found.set(Number(name), { parent: fields[1] ?? 0, seconds: ticks / TICKS_PER_SECOND });
    } catch {
      // It has just ended.
    }
  }
  return found;
}

function readNames(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
