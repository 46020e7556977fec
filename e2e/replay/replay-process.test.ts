import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { pino } from 'pino';
import { openDatabase } from '../../apps/server/src/core/database/open-database.ts';
import { createTimeline } from '../../apps/server/src/core/timeline/timeline.ts';
import { programFile } from '../../tools/run/programs.mjs';
import { DEMONSTRATION_PASSWORD } from '../sign-in.ts';
import { startReplayServer, type ReplayServer } from './replay-server.ts';

const SIMULATOR = programFile('apps/simulator/src/main.ts');

let server: ReplayServer | null = null;
afterEach(() => server?.remove());

it('a replay exits when its recording has been played once and is complete on the timeline', async () => {
  server = await startReplayServer();
  const recording = join(server.dataFolder, 'breaths.csv');
  await writeFile(
    recording,
    `RESP\n${Array.from({ length: 500 }, (_, index) => Math.sin(index / 20)).join('\n')}\n`,
  );
  const startedUs = Date.now() * 1000;
  const child = spawn(
    process.execPath,
    [
      SIMULATOR,
      '--replay',
      recording,
      '--rate',
      '50',
      '--speed',
      '10',
      '--mqtt',
      server.mqttUrl,
      '--server',
      server.httpUrl,
      '--email',
      'senior-developer@demo.example',
      '--password',
      DEMONSTRATION_PASSWORD,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringMatching(/REPLAY-breaths: 1 streams, 10 s[^]*everything was played/),
  });
  await server.stop();

  const database = await openDatabase({ dataFolder: server.dataFolder }, pino({ level: 'silent' }));
  const timeline = createTimeline({
    database,
    clock: { nowMs: Date.now },
    log: pino({ level: 'silent' }),
  });
  const runs = await timeline.read({
    serial: 'REPLAY-breaths',
    streamId: 1,
    fromUs: startedUs,
    toUs: startedUs + 3600e6,
  });
  await database.close();
  expect(runs.map((run) => run.channels[0]?.length)).toEqual([500]);
});
