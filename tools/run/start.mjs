import { join } from 'node:path';
import { startProgram } from './processes.mjs';
import { runMain } from './repository.mjs';
import { dataFolder, serveWith } from './serve-with.mjs';

await runMain(() =>
  serveWith({
    serverArgs: ['--demonstration', '--demonstration-nights', '30'],
    announce: ({ address, accounts }) => {
      console.log(`
Yamori watches over a demonstration ward: 24 rooms in two homes, played by simulated devices.

  Open    ${address}
  Data    ${dataFolder()}  (kept for the next start)

  Accounts (password of all: ${accounts[0]?.password})
${accounts.map(({ email, levelName }) => `    ${email.padEnd(32)} ${levelName}`).join('\n')}

  Ctrl-C stops everything.
`);
    },
    beside: ({ mqttUrl }, output) => [
      startProgram(
        'apps/simulator/src/main.ts',
        ['--ward', join(dataFolder(), 'demonstration', 'devices.json'), '--mqtt', mqttUrl],
        { output },
      ),
    ],
  }),
);
