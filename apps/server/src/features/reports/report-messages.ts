/** What the thread says that makes a file. */
export type FromReportThread = { readonly kind: 'made'; readonly bytes: Uint8Array } | { readonly kind: 'failed'; readonly reason: string };
