import { COLLECTIONS } from '@yamori/domain';
import { encodeFrame } from '@yamori/frames';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aDomain,
  aRoom,
  openTestDocuments,
  SERVER,
  type TestDocuments,
} from '../../../core/documents/testing/test-documents.ts';
import { createPressStore } from '../../../core/timeline/staging/press-store.ts';
import {
  anIngestDevice,
  startIngestFixture,
  stream,
  type IngestFixture,
} from '../../../testing/ingest-fixture.ts';
import { openAlarmServer, type AlarmServer } from '../../alarms/testing/alarm-server.ts';
import { createPressReader } from '../rooms/press-reader.ts';
import { writeLive } from '../rooms/live-writer.ts';
import { aRoomLive } from '../testing/live-states.ts';

const ECG = 1;
const TEMPERATURE = 2;
const BUTTON = 4;
const MINUTE_US = 60 * 1_000_000;
const device = anIngestDevice('A-1', {
  streams: [
    stream(ECG, 1, 250),
    { ...stream(TEMPERATURE, 1, 0), kind: 'temperature' },
    { ...stream(BUTTON, 1, 0), kind: 'button' },
  ],
});

const opened: { documents?: TestDocuments; fixture?: IngestFixture; alarms?: AlarmServer } = {};
const documents = (): TestDocuments => opened.documents ?? expect.fail('no documents');
const fixture = (): IngestFixture => opened.fixture ?? expect.fail('no fixture');
const alarms = (): AlarmServer => opened.alarms ?? expect.fail('no alarms');

beforeEach(async () => {
  opened.documents = await openTestDocuments();
  const { store, temporary, bus } = opened.documents;
  opened.fixture = await startIngestFixture(temporary.database, {}, bus);
  opened.alarms = await openAlarmServer(opened.documents, nowMs);
  await store.commit([aDomain('d'), aRoom('room-1', 'd')], SERVER);
  await writeLive(store, [{ kind: 'room', roomId: 'room-1', live: aRoomLive({}) }], (error) => {
    throw error;
  });
});
afterEach(async () => {
  await opened.fixture?.close();
  await opened.alarms?.close();
  await opened.documents?.close();
});

const frame = (streamId: number, sequence: number, deviceTimeUs: number): Buffer =>
  Buffer.from(encodeFrame({ streamId, sequence, deviceTimeUs, channels: [Int16Array.of(1)] }));
const send = (...frames: Buffer[]) =>
  fixture().ingest.accept(device, Buffer.concat(frames), {
    transport: 'https',
    address: '127.0.0.1',
  });
const nowMs = (): number => Date.now() + fixture().clock.aheadMs;
const nowUs = (): number => nowMs() * 1_000;
/** The last press was an hour ago and is late itself. */
const sendThreeStreams = () =>
  send(
    frame(ECG, 5_000, nowUs()),
    frame(TEMPERATURE, 5_000, nowUs()),
    frame(BUTTON, 50, nowUs() - 60 * MINUTE_US),
  );

/** Reads the waiting presses, as a server does each second. */
async function readPresses() {
  const failures: unknown[] = [];
  const reader = createPressReader({
    presses: createPressStore(documents().temporary.database),
    press: alarms().service.press,
    getRoomId: () => 'room-1',
    roomAt: async () => 'room-1',
    recordLatePress: alarms().service.recordLatePress,
    owns: () => true,
    isOwnershipMoving: () => false,
    clock: { nowMs },
    elapsedMs: () => performance.now(),
    onFailed: (error) => failures.push(error),
    onDismissed: () => undefined,
  });
  await reader.read();
  expect(failures).toEqual([]);
}
async function readCalls() {
  const [room] = await documents().store.read(['room/room-1']);
  const live = COLLECTIONS.room.schema.shape.live.parse(room?.data['live']);
  return live?.accidents.filter(({ kind }) => kind === 'call') ?? [];
}

describe('presses of a device that restarted without the time', () => {
  it('the server calls once for a press in 1970, although other streams were at the real time', async () => {
    await sendThreeStreams();
    await send(frame(ECG, 0, 1_000_000), frame(BUTTON, 0, 2_000_000));
    await readPresses();
    expect(await readCalls()).toMatchObject([{ state: 'raised', repeats: 1 }]);
    await send(frame(BUTTON, 0, 2_000_000));
    await readPresses();
    expect(await readCalls()).toMatchObject([{ state: 'raised', repeats: 1 }]);
  });

  it('the server calls for a press in 1970 that arrives with frames at the real time', async () => {
    await sendThreeStreams();
    await send(frame(BUTTON, 0, 2_000_000), frame(ECG, 100, nowUs()));
    await readPresses();
    expect(await readCalls()).toMatchObject([{ state: 'raised' }]);
  });

  it('the server calls for a press two hours back, although one stream sends no more', async () => {
    await sendThreeStreams();
    fixture().clock.aheadMs += 31_000;
    const restartedUs = nowUs() - 120 * MINUTE_US;
    await send(frame(ECG, 0, restartedUs), frame(BUTTON, 0, restartedUs));
    await readPresses();
    expect(await readCalls()).toMatchObject([{ state: 'raised' }]);
  });

  it('the server does not call for a press that arrives over 30 minutes late', async () => {
    await sendThreeStreams();
    fixture().clock.aheadMs += 31_000;
    await send(frame(ECG, 5_001, nowUs()));
    await send(frame(BUTTON, 51, nowUs() - 31 * MINUTE_US));
    fixture().clock.aheadMs += 31_000;
    await send(frame(ECG, 5_032, nowUs()), frame(BUTTON, 49, nowUs() - 90 * MINUTE_US));
    await readPresses();
    expect(await readCalls()).toEqual([]);
  });
});

describe('presses of a device that has only a button', () => {
  const report = (deviceTimeUs: number) =>
    fixture().ingest.acceptStatus(
      device,
      JSON.stringify({ online: true, deviceTimeUs }),
      { transport: 'https', address: '127.0.0.1' },
      false,
    );

  it.each([
    ['right', 0],
    ['two hours slow', -120 * MINUTE_US],
  ])(
    'the server does not call for a press over 30 minutes late if its clock is %s, but for a new one',
    async (_clock, offsetUs) => {
      await report(nowUs() + offsetUs);
      await send(frame(BUTTON, 50, nowUs() + offsetUs - 31 * MINUTE_US));
      await readPresses();
      expect(await readCalls()).toEqual([]);
      await send(frame(BUTTON, 51, nowUs() + offsetUs));
      await readPresses();
      expect(await readCalls()).toMatchObject([{ state: 'raised' }]);
    },
  );

  it('the server calls for a press two hours back of a device that restarted since its report', async () => {
    await report(nowUs());
    await send(frame(BUTTON, 50, nowUs()));
    await readPresses();
    fixture().clock.aheadMs += 31_000;
    await send(frame(BUTTON, 0, nowUs() - 120 * MINUTE_US));
    await readPresses();
    expect(await readCalls()).toMatchObject([{ repeats: 2 }]);
  });
});
