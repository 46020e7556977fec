/**
 * A statement with a name is prepared once per connection; values are bound, never glued into the
 * text.
 */
export type Statement = {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
};

export type Queries = {
  /** Rows as `pg` gives them: bytea as Buffer, timestamptz as Date, int8 as string. */
  readonly query: <Row extends object>(statement: Statement) => Promise<Row[]>;
};

/** PostgreSQL, embedded or by address: the rest of the server does not know which. */
export type Database = Queries & {
  /**
   * Commits when `work` resolves, rolls back and rethrows when it rejects. Isolation is read
   * committed.
   */
  readonly transaction: <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>;
  /** Whether it does not answer just now; absent where nothing probes it. */
  readonly isAway?: () => boolean;
  /** Rejects while the database cannot answer. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};
