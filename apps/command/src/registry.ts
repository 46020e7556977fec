import type { Command } from './command.ts';
import { doctor } from './commands/doctor.ts';
import { inspect } from './commands/inspect.ts';
import { simulate } from './commands/simulate.ts';

/** Every command of `yamori`, in the order of the help. */
export const COMMANDS: readonly Command[] = [inspect, simulate, doctor];
