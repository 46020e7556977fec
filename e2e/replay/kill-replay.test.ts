import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createRandom } from '../../apps/simulator/src/random.ts';
import { hasRecordings, WHY_SKIPPED } from '../../tools/run/recordings.mjs';
import { compareKept } from './kept-samples.ts';
import { startReplayServer, type ReplayServer } from './replay-server.ts';
import { aReplay, playReplays, type Replayed } from './replayed-recording.ts';

const SPEED = 100;
/** Number of kills, at moments that the seed determines. */
const KILLS = 3;
const SEED = 20_261_121;

describe.skipIf(!hasRecordings)(`recordings replayed a hundred times as fast${WHY_SKIPPED}`, () => {
  let server: ReplayServer | null = null;
  afterEach(async () => {
    await server?.remove();
  });

  it(
    'every sample reaches the timeline although the server is killed three times',
    { timeout: 300_000 },
    async ({ annotate }) => {
      const random = createRandom(SEED);
      server = await startReplayServer();
      const replays = [
        aReplay('KILL-ECG', 'ecg-mitdb/100.hea', '再生室'),
        aReplay('KILL-MONITOR', 'ecg-resp-bidmc/bidmc_01_Signals.csv', '再生室'),
        aReplay('KILL-EIT', 'eit/viasys-adult-breathing/vivo150905_t1_001.get', '再生室'),
        aReplay('KILL-NEONATE', 'eit/goettingen-neonate/P04P-1016.get', '再生室', { loop: true }),
      ];
      const run = await playReplays(server, replays, SPEED);
      const { player } = run;
      const unacknowledged: number[] = [];
      for (let kills = 0; kills < KILLS; kills++) {
        await wait(300 + 3000 * random.uniform());
        await server.kill();
        // The devices go on sending; no server has acknowledged these messages.
        const waiting = (): number => player.counts().sent - player.counts().acknowledged;
        await expect.poll(waiting).toBeGreaterThan(0);
        unacknowledged.push(waiting());
        await server.restart();
      }
      const once = replays.filter((replay) => !replay.loop);
      const isMade = ({ serial, recording }: Replayed): boolean =>
        recording.streams.every(
          ({ declaration, channels }) =>
            run.made.get(`${serial}/${declaration.streamId}`) === channels[0]?.length,
        );
      await expect.poll(() => once.every(isMade), { timeout: 120_000 }).toBe(true);
      await player.finish();
      const { sent, acknowledged, dropped, refusal } = player.counts();
      await server.stop();

      expect({ acknowledged, dropped, refusal }).toEqual({
        acknowledged: sent,
        dropped: 0,
        refusal: null,
      });
      expect(Math.min(...unacknowledged)).toBeGreaterThan(0);
      const streams = await compareKept(server.dataFolder, replays, run);
      for (const stream of streams)
        expect(stream).toEqual({
          ...stream,
          kept: stream.played,
          different: 0,
          runs: 1,
          startsAtUs: run.startUs,
        });
      const total = streams.reduce((sum, stream) => sum + stream.kept, 0);
      await annotate(
        `${total} samples a channel in ${streams.length} streams, ${KILLS} kills with ${unacknowledged.join(', ')} messages unacknowledged, ${sent} messages: 0 missing, 0 doubled`,
      );
    },
  );
});
