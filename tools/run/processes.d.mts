import type { ChildProcess } from 'node:child_process';

export function stopProgram(program: {
  readonly child: ChildProcess;
  readonly ended: Promise<string>;
}): Promise<void>;
