/** Fields that servers compute. The update history leaves them out. */
export const COMPUTED_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  room: new Set(['live']),
  device: new Set(['status']),
  // Progress of an import, and what the server found in the file.
  uploadHistory: new Set([
    'progress',
    'format',
    'streams',
    'streamTable',
    'frames',
    'badFrames',
    'addedFrames',
    'repeatedFrames',
    'gaps',
    'faults',
    'error',
    'uploadId',
    'from',
    'to',
    'deviceSerial',
  ]),
};
