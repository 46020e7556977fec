import { join } from 'node:path';
import { startProgram } from './processes.mjs';
import { PlainFailure, runMain } from './repository.mjs';
import { dataFolder, serveWith } from './serve-with.mjs';

const HELP = `npm start [-- --log]

Installs and builds what is missing, then runs Yamori with a demonstration: two homes whose rooms
are played by simulated devices. Ctrl-C stops everything; the next start keeps the data.

  --log         write the server's log to standard output instead of a file
  --help        show this text

  PORT          port of the web application (default 8080)
  HOST          address it listens on (default 127.0.0.1)
  MQTT_PORT     port of the devices (default 18830)
  YAMORI_DATA   folder of the data (default data)

npm run serve runs Yamori without the demonstration; npm run serve -- --help lists all variables.`;

const RECOMMENDED = [
  { email: 'staff@demo.example', who: 'a carer' },
  { email: 'owner@demo.example', who: 'the owner of a home' },
];

await runMain(() => {
  const args = process.argv.slice(2);
  const unknown = args.find((argument) => argument !== '--log' && argument !== '--help');
  if (unknown !== undefined)
    throw new PlainFailure(`npm start has no option ${unknown}.\n\n${HELP}`);
  if (args.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  return serveWith({
    title: 'Yamori やもり: a demonstration with simulated devices',
    serverArgs: ['--demonstration', '--demonstration-nights', '30'],
    logsToStdout: args.includes('--log'),
    describeAccounts,
    startCompanions: ({ mqttUrl }, onOutput) => [
      startProgram(
        'apps/simulator/src/main.ts',
        ['--ward', join(dataFolder(), 'demonstration', 'devices.json'), '--mqtt', mqttUrl],
        { onOutput },
      ),
    ],
  });
});

function describeAccounts(accounts) {
  const [first] = accounts;
  if (first === undefined) return [];
  return [
    ...RECOMMENDED.map(
      ({ email, who }, index) =>
        `  ${(index === 0 ? 'Sign in' : '').padEnd(9)}${email.padEnd(20)}${who}`,
    ),
    `  ${''.padEnd(9)}password ${first.password}; README.md lists the other accounts`,
  ];
}
