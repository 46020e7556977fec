import { afterAll, expect, it } from 'vitest';
import { readDemoNights } from '../../apps/server/src/demo/night-file.ts';
import { occupiedRooms } from '../../apps/server/src/demo/places.ts';
import { createNightSimulator } from '../../apps/server/src/demo/night-simulator.ts';
import { makeDemoNight } from './make-demo-nights.ts';

const simulator = createNightSimulator({ niceness: 0 });
afterAll(() => simulator.close());

it.each([
  ['at the rates of the analysis', 'demo-mizuki-103', 17],
  ['with an ECG', 'demo-akane-303', 4],
  ['with the samples of a recording', 'demo-mizuki-101', 0],
])(
  'the shipped night %s equals the output of the simulator and the analysis',
  async (_, roomId, cycleNight) => {
    const room =
      occupiedRooms().find((one) => one.roomId === roomId) ?? expect.fail('no such room');
    const { nights } = await readDemoNights(
      (otherRoom, otherNight) => otherRoom === roomId && otherNight === cycleNight,
    );
    expect(
      JSON.parse(JSON.stringify(await makeDemoNight(simulator, room, cycleNight))),
      'run npm run demo-nights',
    ).toEqual(nights[0]);
  },
);
