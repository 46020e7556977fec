import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An expected value in the JSON form of the hosted database's protocol. */
export type ProtocolValue = {
  readonly integerValue?: string;
  readonly doubleValue?: number;
  readonly stringValue?: string;
  readonly booleanValue?: boolean;
  readonly nullValue?: null;
  readonly referenceValue?: string;
  readonly arrayValue?: { readonly values?: readonly ProtocolValue[] };
  readonly mapValue?: { readonly fields?: ProtocolFields };
};
export type ProtocolFields = { readonly [name: string]: ProtocolValue };
export type ProtocolDocument = {
  readonly name: string;
  readonly fields?: ProtocolFields;
  readonly updateTime?: string;
};

export type ExpectedWrite = {
  readonly update?: ProtocolDocument;
  readonly delete?: string;
  readonly updateMask?: { readonly fieldPaths?: readonly string[] };
  readonly currentDocument?: { readonly exists?: boolean; readonly updateTime?: string };
  readonly updateTransforms?: readonly {
    readonly fieldPath: string;
    readonly setToServerValue?: string;
    readonly appendMissingElements?: { readonly values: readonly ProtocolValue[] };
    readonly removeAllFromArray?: { readonly values: readonly ProtocolValue[] };
  }[];
};

type FieldNames = { readonly field: readonly string[] };
export type WriteCall = {
  readonly docRefPath: string;
  readonly jsonData?: string;
  readonly option?: { readonly all?: boolean; readonly fields?: readonly FieldNames[] };
  readonly fieldPaths?: readonly FieldNames[];
  readonly jsonValues?: readonly string[];
  readonly precondition?: { readonly exists?: boolean; readonly updateTime?: string };
  readonly request?: { readonly writes: readonly ExpectedWrite[] };
  readonly isError?: boolean;
};

export type CaseCursor = {
  readonly jsonValues?: readonly string[];
  readonly docSnapshot?: { readonly path: string; readonly jsonData: string };
};
export type QueryClause = {
  readonly where?: { readonly path: FieldNames; readonly op: string; readonly jsonValue: string };
  readonly orderBy?: { readonly path: FieldNames; readonly direction: 'asc' | 'desc' };
  readonly startAt?: CaseCursor;
  readonly startAfter?: CaseCursor;
  readonly endAt?: CaseCursor;
  readonly endBefore?: CaseCursor;
  readonly offset?: number;
  readonly limit?: number;
  readonly select?: { readonly fields: readonly FieldNames[] };
};
export type GetCall = {
  readonly docRefPath: string;
  readonly request?: { readonly name: string };
  readonly isError?: boolean;
};

type Position = { readonly values: readonly ProtocolValue[]; readonly before?: boolean };
export type ExpectedFilter = {
  readonly fieldFilter?: {
    readonly field: { readonly fieldPath: string };
    readonly op: string;
    readonly value: ProtocolValue;
  };
  readonly unaryFilter?: { readonly op: string; readonly field: { readonly fieldPath: string } };
  readonly compositeFilter?: { readonly op: string; readonly filters: readonly ExpectedFilter[] };
};
export type ExpectedQuery = {
  readonly where?: ExpectedFilter;
  readonly orderBy?: readonly {
    readonly field: { readonly fieldPath: string };
    readonly direction: string;
  }[];
  readonly startAt?: Position;
  readonly endAt?: Position;
  readonly offset?: number;
  readonly limit?: number;
  readonly select?: { readonly fields: readonly { readonly fieldPath: string }[] };
};
export type QueryCall = {
  readonly collPath: string;
  readonly clauses: readonly QueryClause[];
  readonly query?: ExpectedQuery;
  readonly isError?: boolean;
};

export type ListenCall = {
  readonly responses: readonly {
    readonly documentChange?: {
      readonly document: ProtocolDocument;
      readonly removedTargetIds?: readonly number[];
    };
    readonly documentDelete?: { readonly document: string };
    readonly documentRemove?: { readonly document: string };
    readonly filter?: { readonly count?: number };
    readonly targetChange?: {
      readonly targetChangeType?: string;
      readonly targetIds?: readonly number[];
      readonly readTime?: string;
    };
  }[];
  readonly snapshots?: readonly {
    readonly docs?: readonly ProtocolDocument[];
    readonly changes?: readonly {
      readonly kind: string;
      readonly doc: ProtocolDocument;
      readonly oldIndex?: number;
      readonly newIndex?: number;
    }[];
  }[];
  readonly isError?: boolean;
};

export type ConformanceCase = { readonly description: string } & {
  readonly [Call in 'create' | 'set' | 'update' | 'updatePaths' | 'delete']?: WriteCall;
} & { readonly get?: GetCall; readonly query?: QueryCall; readonly listen?: ListenCall };

/** `C/d` of `projects/…/databases/…/documents/C/d`. */
export const localPath = (name: string): string => name.split('/documents/')[1] ?? name;

export type NamedCase = { readonly file: string; readonly case: ConformanceCase };

/**
 * The cases are third-party files outside the repository: in the folder that YAMORI_CONFORMANCE
 * names, or below it, else next to the repository. Null if the variable is not set and there are
 * none.
 */
export function readCases(
  given: string | undefined = process.env['YAMORI_CONFORMANCE'],
): readonly NamedCase[] | null {
  const folder = given ?? join(import.meta.dirname, '../../../shared/conformance/document-layer');
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .toSorted()
    : [];
  if (files.length === 0) {
    if (given === undefined) return null;
    throw new Error(`YAMORI_CONFORMANCE names ${folder}, which has no .json files with cases`);
  }
  return files.flatMap((file) => {
    // The files are fixed; a case of another shape fails where it is used.
    const content = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      readonly tests: readonly ConformanceCase[];
    };
    return content.tests.map((test) => ({ file, case: test }));
  });
}
