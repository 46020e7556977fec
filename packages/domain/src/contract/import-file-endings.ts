// No import of the schema library: the browser's worker that reads files needs nothing else of it.
/** How the names of files that are taken end, without the dot, in lower case. */
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
