/**
 * A statement with a name is prepared once per connection. Values are bound, never concatenated
 * into the text.
 */
export type Statement = {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
};

export type Queries = {
  /** Returns rows as `pg` does: bytea as Buffer, timestamptz as Date, int8 as string. */
  readonly query: <Row extends object>(statement: Statement) => Promise<Row[]>;
};

/** PostgreSQL, built-in or external. */
export type Database = Queries & {
  /**
   * Commits when `work` resolves; rolls back and rethrows when it rejects. Isolation level: read
   * committed.
   */
  readonly transaction: <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>;
  /** Whether the database is unreachable; undefined without a probe. */
  readonly isAway?: () => boolean;
  /** Rejects while the database is unreachable. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
};
