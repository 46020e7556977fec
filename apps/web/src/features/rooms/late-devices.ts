import type { deviceCollection } from '@yamori/domain';
import { isWhole, type DocumentOf } from '../../client/document-reader.ts';
import { useDocuments, useQuery } from '../../client/documents-context.tsx';
import { useNow } from '../../ui/clock/clock-context.tsx';
import type { Night } from './room-source.ts';

type Device = Pick<
  DocumentOf<typeof deviceCollection>,
  'serial' | 'status' | 'retiredAt' | 'createdAt'
>;

const MAX_DEVICES = 16;
const MINUTE_MS = 60_000;

/** The server recomputes a night with late records for two days; after that it stays as it is. */
const FINAL_AFTER_MS = 2 * 24 * 60 * MINUTE_MS;

/**
 * Serials of devices that are offline and have not sent their records up to the end of the night.
 * Until they do, the result of the night may change.
 */
export function lateDevices(
  night: Pick<Night, 'from' | 'to'>,
  devices: readonly Device[],
  nowMs: number,
): readonly string[] {
  if (nowMs - night.to.getTime() > FINAL_AFTER_MS) return [];
  const endMs = Math.min(night.to.getTime(), nowMs);
  return devices.filter((device) => isLate(device, endMs)).map(({ serial }) => serial);
}

function isLate({ status, retiredAt, createdAt }: Device, endMs: number): boolean {
  if (retiredAt !== null || (createdAt?.getTime() ?? 0) >= endMs || status?.online === true)
    return false;
  const lastMs = status?.lastFrameAt?.getTime() ?? null;
  return lastMs === null || lastMs < endMs;
}

/** Late devices of the room that has this night now; empty for viewers who may not read devices. */
export function useLateDevices(roomId: string, night: Night): readonly string[] {
  const found = useQuery(
    useDocuments().collection('device').where('roomId', '==', roomId).limit(MAX_DEVICES),
  );
  const nowMs = useNow(MINUTE_MS);
  return 'value' in found ? lateDevices(night, found.value.filter(isWhole), nowMs) : [];
}
