import { COMMANDS } from './registry.ts';
import { runCommand } from './run-command.ts';

/** Progress overwrites one line of the terminal. */
function showProgress(share: number, what: string): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round(30 * share);
  process.stderr.write(
    `\r${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${Math.round(100 * share)} % ${what}\u001b[K${share >= 1 ? '\n' : ''}`,
  );
}

const { exitCode, output } = await runCommand(process.argv.slice(2), COMMANDS, {
  folder: process.cwd(),
  environment: process.env,
  say: (line) => void process.stderr.write(`${line}\n`),
  progress: showProgress,
});
process.exitCode = exitCode;
// A reader that closes early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.stdout.write(output);
