/**
 * Serial prefix of the devices that the server creates for imported files. No real serial begins
 * with it.
 */
export const FILE_SERIAL_START = 'F-';
/** Upper bound of these serials in text order: lists of real devices exclude this range. */
export const FILE_SERIALS_END = 'F.';
/** The same for their types, whose id and code are equal. */
export const FILE_TYPE_START = 'file-';
export const FILE_TYPES_END = 'file.';

/**
 * Serial of the device for an upload, within the maximum length.
 * @param uploadId a UUID
 */
export const toUploadSerial = (uploadId: string): string =>
  `${FILE_SERIAL_START}${uploadId.replaceAll('-', '')}`;
/** @param digest hash of the type's streams, in hex */
export const formatFileType = (digest: string): string =>
  `${FILE_TYPE_START}${digest.slice(0, 24)}`;

/**
 * Whether a serial belongs to an imported file. Such devices are excluded from bills, counts and
 * limits. Only the serial decides, because users can change how a device connects. In SQL:
 * `isDeviceSql` of the server.
 */
export const isFileSerial = (serial: string): boolean => serial.startsWith(FILE_SERIAL_START);
export const isFileType = (typeId: string): boolean => typeId.startsWith(FILE_TYPE_START);
