// No import of the schema library: the browser's file worker needs nothing else from it.
/** Accepted file extensions, lower case without the dot. */
export const IMPORT_FILE_ENDINGS = [
  'ymr',
  'edf',
  'rec',
  'bdf',
  'csv',
  'txt',
  'tsv',
  'get',
  'awd',
  'mtn',
  'cwa',
  'zip',
] as const;
