import { readFileSync, readdirSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

type Process = {
  readonly parent: number;
  readonly ownSeconds: number;
  /** Its own, and those of ended children for which it waited. */
  readonly seconds: number;
};

/**
 * CPU seconds of all descendants of this process, including ended ones whose parents waited for
 * them. 0 if the system has no such figures.
 */
export function descendantsCpuSeconds(): number {
  return sumSeconds(readProcesses(), (pid) => pid !== process.pid);
}

/**
 * Watches the load of other programs. The returned function gives their mean number of busy cores
 * since the start, without this process and its children; 0 if the system has no such figures.
 */
export function watchOtherPrograms(now: () => number): () => number {
  const startedMs = now();
  const startSeconds = otherSeconds();
  return () =>
    Math.max(0, otherSeconds() - startSeconds) / Math.max(0.001, (now() - startedMs) / 1000);
}

const otherSeconds = (): number => machineSeconds() - sumSeconds(readProcesses(), () => true);

/** Busy time of all cores: user, nice, system, interrupts. */
function machineSeconds(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readStat()
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND;
}

function readStat(): string {
  try {
    return readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '';
  } catch {
    return '';
  }
}

/** CPU seconds that a process has used so far; 0 if the system has no such figures. */
export function processCpuSeconds(pid: number | undefined): number {
  const used = pid === undefined ? null : readProcess(pid);
  return used === null ? 0 : used.ownSeconds;
}

/** Seconds of this process and its descendants, filtered by `counts`. */
function sumSeconds(
  processes: ReadonlyMap<number, Process>,
  counts: (pid: number) => boolean,
): number {
  const own = new Set([process.pid]);
  for (let before = 0; before !== own.size;) {
    before = own.size;
    for (const [pid, { parent }] of processes) if (own.has(parent)) own.add(pid);
  }
  return [...own].filter(counts).reduce((sum, pid) => sum + (processes.get(pid)?.seconds ?? 0), 0);
}

function readProcesses(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const pid of readNames().map(Number)) {
    const process = readProcess(pid);
    if (process !== null) found.set(pid, process);
  }
  return found;
}

/** Null if the process has ended or the system has no such figures. */
function readProcess(pid: number): Process | null {
  try {
    // Fields after the command: state, parent …; 11 to 14 are user and system time, own and of
    // ended children.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return {
      parent: fields[1] ?? 0,
      ownSeconds: (user + system) / TICKS_PER_SECOND,
      seconds: (user + system + childUser + childSystem) / TICKS_PER_SECOND,
    };
  } catch {
    return null;
  }
}

function readNames(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
