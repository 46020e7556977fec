import { spawn, type ChildProcess } from 'node:child_process';
import type { ServiceAccount } from './service-account.ts';

/**
 * Runs a child process that dies with this one, even on `kill -9`. A shell runs in between: its
 * standard input is a pipe from this process, and when that closes, the shell interrupts the
 * program (PostgreSQL: fast shutdown). PDEATHSIG would do the same on Linux only.
 */
export function spawnSupervised(
  command: readonly string[],
  account: ServiceAccount | null,
  logFile: number,
  environment: Readonly<Record<string, string>> = {},
): SupervisedProcess {
  const child = spawn('/bin/sh', ['-c', GUARD, 'sh', ...command], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...environment },
    stdio: ['pipe', logFile, logFile],
    // A separate process group: Ctrl-C reaches only this process, which stops the program in order.
    detached: true,
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // Ignore EPIPE: `exited` already reports that the guard is gone.
  child.stdin?.on('error', () => undefined);
  return {
    child,
    exited,
    interrupt: () => {
      child.stdin?.end();
    },
  };
}

export type SupervisedProcess = {
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  readonly interrupt: () => void;
};

// The reader of the pipe runs in parallel and is killed when the program exits first. The guard
// converts its own signals to the same interrupt, so that ending the shell does not orphan
// PostgreSQL.
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
