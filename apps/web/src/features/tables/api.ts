import {
  csvImportApi,
  documentApi,
  importApi,
  type CsvImport,
  type CsvOutcome,
  type CsvRowPage,
  type Query,
  type BeginCsvImportCall,
  type EndpointCall,
  type CsvRowsCall,
} from '@yamori/domain';
import type { HttpOptions } from '../../api/http-call.ts';
import { createHttp } from '../../api/http.ts';

export type Organisation = { readonly domainId: string; readonly name: string };
/** The state of an upload, from its document. */
export type UploadState = {
  readonly path: string;
  readonly state: string;
  readonly error: string | null;
};

/** The calls of the page itself; the worker has its own. Each rejects with a ProblemError. */
export type CsvClient = ReturnType<typeof createCsvClient>;

const MAX_LISTED = 1000;
const MAX_READ = 100;

export function createCsvClient(options: HttpOptions) {
  const http = createHttp(options);
  const list = async (collection: string, filters: Query['filters'], offset: number) =>
    (
      await http.call(documentApi.list, {
        body: {
          query: {
            collection,
            filters,
            orderBy: [{ field: ['name'], direction: 'asc' }],
            limit: MAX_LISTED,
            offset,
          },
        },
      })
    ).documents;
  const unwrap = async (call: Promise<{ import: CsvImport }>): Promise<CsvImport> =>
    (await call).import;
  return {
    organisations: async (): Promise<Organisation[]> =>
      (await list('domain', [], 0)).map(({ path, data }) => ({
        domainId: path.slice('domain/'.length),
        name: toText(data['name']),
      })),
    /** Ids of an organisation's rooms by name. */
    async rooms(domainId: string): Promise<Record<string, string>> {
      const rooms: Record<string, string> = {};
      for (let offset = 0; ; offset += MAX_LISTED) {
        const some = await list(
          'room',
          [{ field: ['domainId'], op: '==', value: domainId }],
          offset,
        );
        for (const { path, data } of some) rooms[toText(data['name'])] = path.slice('room/'.length);
        if (some.length < MAX_LISTED) return rooms;
      }
    },
    recent: async (): Promise<CsvImport[]> => (await http.call(csvImportApi.list)).imports,
    find: (importId: string) => unwrap(http.call(csvImportApi.find, { params: { importId } })),
    cancel: (importId: string) => unwrap(http.call(csvImportApi.cancel, { params: { importId } })),
    undo: (importId: string) => unwrap(http.call(csvImportApi.undo, { params: { importId } })),
    async getRows(importId: string, outcome: CsvOutcome): Promise<CsvRowPage['rows']> {
      const rows: CsvRowPage['rows'] = [];
      for (let after: number | null = 0; after !== null;) {
        const page: CsvRowPage = await http.call(csvImportApi.rows, {
          params: { importId },
          query: { outcome, after },
        });
        rows.push(...page.rows);
        after = page.next;
      }
      return rows;
    },
    async uploads(paths: readonly string[]): Promise<UploadState[]> {
      const states: UploadState[] = [];
      for (let from = 0; from < paths.length; from += MAX_READ) {
        const some = paths.slice(from, from + MAX_READ);
        const { documents } = await http.call(documentApi.read, { body: { paths: some } });
        states.push(
          ...some.map((path, index) => ({
            path,
            state: toText(documents[index]?.data['state']),
            error: toText(documents[index]?.data['error']) || null,
          })),
        );
      }
      return states;
    },
    async undoUpload(path: string): Promise<void> {
      const [, roomId = '', , sha256 = ''] = path.split('/');
      await http.call(importApi.undo, { params: { roomId, sha256 }, body: {} });
    },
  };
}

/** The calls of the worker that checks and starts an import. */
export function createCheckApi(options: HttpOptions) {
  const http = createHttp(options);
  return {
    begin: (body: Omit<BeginCsvImportCall, 'kind'> & { readonly kind: string }) =>
      http.call(csvImportApi.begin, { body: csvImportApi.begin.body.parse(body) }),
    addRows: (importId: string, rows: CsvRowsCall['rows']) =>
      http.call(csvImportApi.addRows, { params: { importId }, body: { rows } }),
    start: (importId: string, body: EndpointCall<typeof csvImportApi.start>['body']) =>
      http.call(csvImportApi.start, { params: { importId }, body }),
  };
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
