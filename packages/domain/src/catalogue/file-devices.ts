/**
 * Devices that stand for imported files, and their types: made by the server, and of nobody's
 * catalogue. No maker's name begins so.
 */
export const FILE_SERIAL_START = 'F-';
/**
 * The first serial after all that stand for files, as queries compare texts: lists of devices are
 * those below and those from here.
 */
export const FILE_SERIALS_END = 'F.';
/** The same of types, by their ids and codes, which are one. */
export const FILE_TYPE_START = 'file-';
export const FILE_TYPES_END = 'file.';

/** As long as a serial may be. @param uploadId a UUID */
export const serialOfUpload = (uploadId: string): string =>
  `${FILE_SERIAL_START}${uploadId.replaceAll('-', '')}`;
/** @param digest of the streams that the type has, in hex */
export const fileTypeOf = (digest: string): string => `${FILE_TYPE_START}${digest.slice(0, 24)}`;

/**
 * Whether something under this serial is an imported file and no device: on no bill, in no count,
 * within no limit. Only the serial says it, which never changes; how a device connects is whoever's
 * who has it. In SQL: `isDeviceSql` of the server.
 */
export const isFileSerial = (serial: string): boolean => serial.startsWith(FILE_SERIAL_START);
export const isFileType = (typeId: string): boolean => typeId.startsWith(FILE_TYPE_START);
