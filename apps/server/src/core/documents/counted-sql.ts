import { ACCIDENT_KINDS, FILE_SERIAL_START, isTechnical } from '@yamori/domain';

/**
 * How documents are counted, in SQL, wherever they are: so that two screens never give two numbers
 * of one thing.
 */

/**
 * Whether a serial is of a device and not of an imported file, wherever devices are counted,
 * listed, limited or billed: `isFileSerial` of the domain says the same. How a device connects says
 * nothing of that: whoever has it may change it. @param serial of a document its id
 */
export const isDeviceSql = (serial: string): string => `${serial} not like '${FILE_SERIAL_START}%'`;

/**
 * When a device was heard last, as text; null for one that never was. `lastHeardAt` of the domain
 * says the same. @param data its fields, such as `device.data`
 */
export const deviceHeardSql = (data = 'data'): string =>
  `greatest(${data}->'status'->'lastFrameAt'->>'$date', ${data}->'status'->'lastHeartbeatAt'->>'$date')`;

/**
 * How a device is, the first that fits: `deviceState` of the domain. @param data its fields, such
 * as `device.data`
 */
export const deviceStateSql = (
  data = 'data',
): string => `case when ${data}->>'retiredAt' is not null then 'retired'
  when ${deviceHeardSql(data)} is null then 'never'
  when (${data}->'status'->>'online')::boolean is not true or ${data}->'status'->>'fault' = 'deviceOffline' then 'offline'
  when ${data}->'status'->>'fault' in ('sensorOff', 'noisy', 'batteryLow') then ${data}->'status'->>'fault' else 'fine' end`;

const TECHNICAL_KINDS = ACCIDENT_KINDS.filter(isTechnical);
/**
 * Whether an alarm is of a device: `isTechnical` of the domain. @param kind an expression of its
 * kind
 */
export const isTechnicalSql = (kind: string): string =>
  `${kind} in (${TECHNICAL_KINDS.map((one) => `'${one}'`).join(', ')})`;
/** The same in a path of JSON, of an element. */
export const TECHNICAL_PATH = TECHNICAL_KINDS.map((one) => `@.kind == "${one}"`).join(' || ');

/** Members, but those who are suspended. @param data the fields of one */
export const memberCountsSql = (data = 'data'): string =>
  `${data}->>'state' is distinct from 'suspended'`;
