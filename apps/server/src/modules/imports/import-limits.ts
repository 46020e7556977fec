/**
 * What goes beyond is refused with the problem named beside it. The first two are options
 * (config-imports.ts).
 */
export type ImportLimits = {
  /** `upload-too-large` */
  readonly fileBytes: number;
  /**
   * `upload-quota-reached`: originals of one organisation, those under way by the size that they
   * claim.
   */
  readonly domainBytes: number;
  /** `limit-uploads`: files that one member uploads at one time. */
  readonly uploadsPerMember: number;
  /** An upload without a new byte for so long is thrown away. */
  readonly uploadIdleHours: number;
  /** Files that one server reads at one time. */
  readonly concurrentImports: number;
  /**
   * `import-timeout`: a reader that says nothing for so long is ended. A large table is read in one
   * go, without a word in between.
   */
  readonly silentSeconds: number;
  /** `import-memory`: of the thread that reads. */
  readonly memoryMib: number;
  /** `import-too-large`: files of the kinds that can only be read whole. */
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
