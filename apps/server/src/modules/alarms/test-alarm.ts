import {
  ACCIDENT_TRAITS,
  accidentApi,
  endedTest,
  mayHandleAccident,
  raisedAccident,
  ProblemError,
} from '@yamori/domain';
import { z } from 'zod';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { getPlace } from '../../core/documents/room-place.ts';
import { route, type Route } from '../../core/http/route.ts';
import {
  createAlarmId,
  changed,
  getRoomLive,
  SERVER,
  unchanged,
  type AlarmRepository,
} from './repository.ts';

/*
 * A test of the alarm path (decision 041), raised by the server that received the request. Only the
 * caller gets a push, mail or LINE message. The alarm ends automatically and is excluded from
 * statistics.
 */

type TestAlarm = {
  readonly serial: string;
  readonly by: string;
  readonly requestedAtMs: number;
};

/** Returns the id of the alarm; null if the room already has a test. */
export async function raiseTest(
  repository: AlarmRepository,
  roomId: string,
  { serial, by, requestedAtMs }: TestAlarm,
): Promise<string | null> {
  const at = new Date(requestedAtMs);
  const id = createAlarmId('test', requestedAtMs);
  let isRaised = false;
  await repository.update({ roomId }, SERVER, async (room) => {
    isRaised = (await room.findOpen('test')) === null && (await room.find(id)) === null;
    if (!isRaised) return unchanged(null);
    const { severity, source } = ACCIDENT_TRAITS.test;
    const accident = raisedAccident({
      kind: 'test',
      severity,
      source,
      at,
      since: at,
      serial,
      streamId: null,
      reason: null,
      by: null,
      note: '',
      escalatesAt: null,
    });
    return changed(id, accident, {
      isNew: true,
      notification: { what: 'tested', step: 0, userIds: [by], at: at.toISOString() },
    });
  });
  return isRaised ? id : null;
}

export async function endTest(
  repository: AlarmRepository,
  roomId: string,
  accidentId: string,
  at: Date,
): Promise<void> {
  await repository.update({ roomId }, SERVER, async (room) => {
    const known = await room.find(accidentId);
    const over = known === null ? null : endedTest(known.accident, at);
    return over === null ? unchanged(known) : changed(accidentId, over);
  });
}

type TestAlarmOptions = {
  readonly access: DocumentAccess;
  readonly store: DocumentStore;
  readonly repository: AlarmRepository;
  /** Records the latency of the alarm from the request until it is stored. */
  readonly onStored: (roomId: string, accidentId: string, requestedAtMs: number) => void;
  readonly now: () => Date;
};

/**
 * A member starts one test at a time in any room, because every test rings in the whole ward. This
 * is the interval between two, and the duration of one.
 */
const SPACING_MS = 15_000;

export function testAlarmRoutes({
  access,
  store,
  repository,
  onStored,
  now,
}: TestAlarmOptions): readonly Route[] {
  // One entry for each member who started a test since the server started.
  const lastByUser = new Map<string, number>();
  return [
    route(accidentApi.test, async ({ actor, params: { roomId } }) => {
      const [room] = await access.read(actor, [`room/${roomId}`]);
      if (room === null || room === undefined) throw new ProblemError('document-not-found');
      if (!mayHandleAccident(actor, getPlace(room))) throw new ProblemError('document-forbidden');
      const [whole] = await store.read([`room/${roomId}`]);
      const serial =
        whole === null || whole === undefined
          ? undefined
          : serials.parse(whole.data['deviceSerials'])[0];
      if (whole === null || whole === undefined || serial === undefined)
        throw new ProblemError('test-alarm-device-missing');
      const requestedAtMs = now().getTime();
      if (
        getRoomLive(whole)?.accidents.some(({ kind }) => kind === 'test') === true ||
        requestedAtMs - (lastByUser.get(actor.userId) ?? 0) < SPACING_MS
      )
        throw new ProblemError('test-alarm-in-use');
      lastByUser.set(actor.userId, requestedAtMs);
      const accidentId = await raiseTest(repository, roomId, {
        serial,
        by: actor.userId,
        requestedAtMs,
      });
      if (accidentId === null) throw new ProblemError('test-alarm-in-use');
      onStored(roomId, accidentId, requestedAtMs);
      return { accidentId };
    }),
  ];
}

const serials = z.array(z.string()).catch([]);
