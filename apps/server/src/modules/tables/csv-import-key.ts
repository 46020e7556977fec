/** By what an import of a table is found. */
export type ImportKey = { readonly rootDomainId: string; readonly importId: string };
