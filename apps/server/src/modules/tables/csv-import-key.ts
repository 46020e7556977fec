/** Primary key of the import of a table. */
export type ImportKey = { readonly rootDomainId: string; readonly importId: string };
