import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, CommandProblem, parseArguments } from '../command.ts';
import type { Check } from '../doctor/check.ts';
import { dataChecks } from '../doctor/data-checks.ts';
import { installationChecks } from '../doctor/installation-checks.ts';
import { portChecks } from '../doctor/port-checks.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export const doctor: Command = {
  name: 'doctor',
  usage: '[--json]',
  summary:
    'checks Node, packages, the build, the browser, the data folder, the database files and the ports',
  run: async (args, { environment }) => {
    const { positionals } = parseArguments(args, {});
    if (positionals[0] !== undefined)
      throw new CommandProblem('usage-wrong', 'doctor takes no arguments', positionals[0]);
    const folder =
      environment['YAMORI_DATA'] === undefined || environment['YAMORI_DATA'] === ''
        ? resolve(ROOT, 'data')
        : resolve(environment['YAMORI_DATA']);
    const checks = [
      ...installationChecks(ROOT, environment),
      ...dataChecks(folder, environment['DATABASE_URL']),
      ...(await portChecks({
        host: environment['HOST'] ?? '127.0.0.1',
        web: parsePort(environment['PORT'], 8080),
        mqtt: parsePort(environment['MQTT_PORT'], 18_830),
      })),
    ];
    const wrong = checks.filter((check) => check.state === 'bad');
    return {
      value: { isHealthy: wrong.length === 0, checks },
      text: `${checks.map(line).join('\n')}\n${wrong.length === 0 ? 'Nothing prevents a start.' : `${wrong.length} to fix.`}\n`,
      isRefused: wrong.length > 0,
    };
  },
};

function parsePort(text: string | undefined, usual: number): number {
  if (text === undefined || text === '') return usual;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new CommandProblem('port-wrong', `"${text}" is not a port number (0 to 65535)`);
  return port;
}

const SIGNS = { good: 'ok    ', notice: 'notice', bad: 'BAD   ' } as const;
const line = ({ name, state, words }: Check): string =>
  `${SIGNS[state]} ${name.padEnd(12)} ${words}`;
