import { ACCIDENT_KINDS, FILE_SERIAL_START, isTechnical } from '@yamori/domain';

/** SQL conditions for counting documents, shared so that all screens show the same numbers. */

/**
 * Whether a serial belongs to a device and not to an imported file; like `isFileSerial` in the
 * domain. Applies wherever devices are counted, listed, limited or billed. The connection type does
 * not decide, because members can change it. `serial`: expression for a document id.
 */
export const isDeviceSql = (serial: string): string => `${serial} not like '${FILE_SERIAL_START}%'`;

/**
 * When a device was last heard, as text; null if never. Like `lastHeardAt` in the domain. `data`:
 * expression for the device's fields.
 */
export const deviceHeardSql = (data = 'data'): string =>
  `greatest(${data}->'status'->'lastFrameAt'->>'$date', ${data}->'status'->'lastHeartbeatAt'->>'$date')`;

/**
 * State of a device, first match; like `deviceState` in the domain. `data`: expression for the
 * device's fields.
 */
export const deviceStateSql = (
  data = 'data',
): string => `case when ${data}->>'retiredAt' is not null then 'retired'
  when ${deviceHeardSql(data)} is null then 'never'
  when (${data}->'status'->>'online')::boolean is not true or ${data}->'status'->>'fault' = 'deviceOffline' then 'offline'
  when ${data}->'status'->>'fault' in ('sensorOff', 'noisy', 'batteryLow') then ${data}->'status'->>'fault' else 'fine' end`;

const TECHNICAL_KINDS = ACCIDENT_KINDS.filter(isTechnical);
/** Whether an alarm concerns a device; like `isTechnical` in the domain. `kind`: SQL expression. */
export const isTechnicalSql = (kind: string): string =>
  `${kind} in (${TECHNICAL_KINDS.map((one) => `'${one}'`).join(', ')})`;
/** The same condition for an element in a JSON path. */
export const TECHNICAL_PATH = TECHNICAL_KINDS.map((one) => `@.kind == "${one}"`).join(' || ');

/** Whether a member counts: suspended ones do not. `data`: expression for the member's fields. */
export const memberCountsSql = (data = 'data'): string =>
  `${data}->>'state' is distinct from 'suspended'`;
