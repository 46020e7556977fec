import { spawn, type ChildProcess } from 'node:child_process';
import type { ServiceAccount } from './service-account.ts';

/**
 * Runs a program that must not outlive this process, not even by kill -9. A shell stands between:
 * its standard input is a pipe from us, and when that ends, for whatever reason, it interrupts the
 * program (PostgreSQL: fast shutdown). PDEATHSIG would do the same on Linux only.
 */
export function spawnGuarded(
  command: readonly string[],
  account: ServiceAccount | null,
  logFile: number,
): GuardedProcess {
  const child = spawn('/bin/sh', ['-c', GUARD, 'sh', ...command], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', logFile, logFile],
    // A group of its own: Ctrl-C on the terminal reaches us, and we stop the program in our order.
    detached: true,
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // Writing to a guard that is gone is no event of its own; `exited` tells it.
  child.stdin?.on('error', () => undefined);
  return {
    child,
    exited,
    interrupt: () => {
      child.stdin?.end();
    },
  };
}

export type GuardedProcess = {
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  readonly interrupt: () => void;
};

// The reader of the pipe runs beside the program and is ended when the program ends first. Signals
// to the guard itself are turned into the same interrupt, so that nobody leaves PostgreSQL behind
// by ending the shell.
const GUARD = `
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
trap 'kill -INT $program 2>/dev/null' TERM INT HUP
( cat <&3 >/dev/null; kill -INT $program 2>/dev/null ) &
reader=$!
exec 3<&-
while kill -0 $program 2>/dev/null; do wait $program; result=$?; done
kill $reader 2>/dev/null
exit $result
`;
