import { FILE_SERIAL_START } from '@yamori/domain';

/**
 * Whether a serial is of a device and not of an imported file, in SQL. How a device connects says nothing of that: whoever has it may change it,
 * and would have it off the bill.
 */
export const isDeviceSql = (serial: string): string => `${serial} not like '${FILE_SERIAL_START}%'`;
