/**
 * Each limit names the problem code of a request that exceeds it. The first two are options
 * (config/imports.ts).
 */
export type ImportLimits = {
  /** `upload-too-large` */
  readonly fileBytes: number;
  /**
   * `upload-quota-reached`: originals of one organisation. Unfinished uploads count with their
   * declared size.
   */
  readonly domainBytes: number;
  /** `limit-uploads`: concurrent uploads of one member. */
  readonly uploadsPerMember: number;
  /** Uploads that receive no bytes for this long are deleted. */
  readonly uploadIdleHours: number;
  /** Concurrent imports of one server. */
  readonly concurrentImports: number;
  /**
   * `import-timeout`: a reader that sends no message for this long is terminated. Large tables are
   * read in one step without progress messages.
   */
  readonly silentSeconds: number;
  /** `import-memory`: memory of the reading thread. */
  readonly memoryMib: number;
  /** `import-too-large`: files of formats that can only be read whole. */
  readonly wholeFileBytes: number;
};

export const IMPORT_LIMITS: ImportLimits = {
  fileBytes: 2 * 1024 ** 3,
  domainBytes: 200 * 1024 ** 3,
  uploadsPerMember: 50,
  uploadIdleHours: 7 * 24,
  concurrentImports: 1,
  silentSeconds: 300,
  memoryMib: 512,
  wholeFileBytes: 128 * 1024 ** 2,
};
