import type { Command } from './command.ts';
import { apneaMinutes } from './commands/apnea-minutes.ts';
import { beats } from './commands/beats.ts';
import { doctor } from './commands/doctor.ts';
import { eit } from './commands/eit.ts';
import { events } from './commands/events.ts';
import { exportRange } from './commands/export.ts';
import { importFiles } from './commands/import.ts';
import { inspect } from './commands/inspect.ts';
import { night } from './commands/night.ts';
import { backup, migrate, restore, verifyHistory } from './commands/operations.ts';
import { respiration } from './commands/respiration.ts';
import { score } from './commands/score.ts';
import { simulate } from './commands/simulate.ts';
import { sleepwake } from './commands/sleepwake.ts';
import { stats } from './commands/stats.ts';

/** Every command of `yamori`, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  inspect,
  beats,
  respiration,
  apneaMinutes,
  events,
  sleepwake,
  score,
  stats,
  eit,
  night,
  importFiles,
  exportRange,
  simulate,
  backup,
  restore,
  verifyHistory,
  migrate,
  doctor,
];
