import { inRoot, pinnedEnvironment, pinnedNode, runMain, runThrough } from './repository.mjs';
import { serveWith } from './serve-with.mjs';
import { ensureInstalled } from './set-up.mjs';

// These print something and end, so nothing is served.
const PRINTING = ['--help', '--maker-account'];

await runMain(() => {
  const serverArgs = process.argv.slice(2);
  if (!serverArgs.some((argument) => PRINTING.some((name) => argument.split('=')[0] === name)))
    return serveWith({
      title: 'Yamori やもり',
      serverArgs,
      // A service's log belongs to the program that started it (systemd, a container).
      logsToStdout: !process.stdout.isTTY,
    });
  ensureInstalled('runtime');
  return runThrough(pinnedNode(), [inRoot('apps', 'server', 'src', 'main.ts'), ...serverArgs], {
    env: pinnedEnvironment(),
  });
});
