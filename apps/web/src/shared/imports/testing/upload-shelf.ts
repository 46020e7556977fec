import type { Fetch } from '../../../api/http-call.ts';

type Kept = {
  readonly uploadId: string;
  readonly sha256: string;
  readonly roomId: string;
  readonly declared: Readonly<Record<string, string>>;
  readonly sizeBytes: number;
  bytes: Uint8Array<ArrayBuffer>;
  state: string;
};

/**
 * An in-memory server for uploads and import commands, as in docs/import.md. `mishap`, called
 * before each request, injects faults: `cut` before it arrives, `lose` its answer, `keep` the first
 * bytes of it and cut.
 */
export type UploadShelf = {
  readonly fetch: Fetch;
  readonly uploads: ReadonlyMap<string, Kept>;
  /** Bodies that arrived, by offset. */
  readonly parts: readonly { readonly offset: number; readonly bytes: number }[];
  readonly commands: readonly { readonly path: string; readonly body: unknown }[];
  /** The answer of `POST /api/imports/proposal`. */
  rooms: readonly object[];
  mishap: (request: {
    readonly method: string;
    readonly path: string;
    readonly count: number;
  }) =>
    | 'none'
    | 'cut'
    | 'lose'
    | { readonly keep: number }
    | { readonly refuse: number; readonly code: string };
};

export function createUploadShelf(): UploadShelf {
  const uploads = new Map<string, Kept>();
  const parts: { offset: number; bytes: number }[] = [];
  const commands: { path: string; body: unknown }[] = [];
  let count = 0;
  const shelf: UploadShelf = {
    fetch: (url, init) => answer(url, init),
    uploads,
    parts,
    commands,
    rooms: [],
    mishap: () => 'none',
  };

  async function answer(path: string, init: RequestInit): Promise<Response> {
    count += 1;
    init.signal?.throwIfAborted();
    const method = init.method ?? 'GET';
    const mishap = shelf.mishap({ method, path, count });
    if (mishap === 'cut') throw new TypeError('Failed to fetch');
    if (typeof mishap === 'object' && 'refuse' in mishap)
      return problem(mishap.refuse, mishap.code);
    const body = init.body instanceof Uint8Array ? new Uint8Array(init.body) : new Uint8Array();
    const reply = path.startsWith('/api/uploads')
      ? upload(
          method,
          path,
          new Headers(init.headers),
          typeof mishap === 'object' ? body.slice(0, mishap.keep) : body,
        )
      : command(path, init.body);
    if (mishap !== 'none') throw new TypeError('Failed to fetch');
    return reply;
  }

  function upload(
    method: string,
    path: string,
    headers: Headers,
    body: Uint8Array<ArrayBuffer>,
  ): Response {
    if (method === 'POST') return begin(headers);
    const own = [...uploads.values()].find(({ uploadId }) => path.endsWith(uploadId));
    if (own === undefined) return problem(404, 'upload-not-found');
    const offset = Number(headers.get('upload-offset'));
    if (offset !== own.bytes.length || own.state !== 'uploading')
      return problem(409, 'upload-offset-conflict');
    const grown = new Uint8Array(own.bytes.length + body.length);
    grown.set(own.bytes);
    grown.set(body, own.bytes.length);
    own.bytes = grown;
    parts.push({ offset, bytes: body.length });
    if (own.bytes.length === own.sizeBytes) own.state = 'checking';
    return new Response(null, {
      status: 204,
      headers: { 'upload-offset': String(own.bytes.length) },
    });
  }

  function begin(headers: Headers): Response {
    const declared = Object.fromEntries(
      (headers.get('upload-metadata') ?? '')
        .split(',')
        .map((pair) => pair.split(' '))
        .map(([key = '', value = '']) => [key, decoded(value)]),
    );
    const key = `${declared['roomId'] ?? ''}/${declared['sha256'] ?? ''}`;
    const known = uploads.get(key);
    if (known !== undefined && known.state !== 'uploading')
      return problem(409, 'import-exists', { state: known.state });
    const own = known ?? {
      uploadId: `upload-${uploads.size + 1}`,
      sha256: declared['sha256'] ?? '',
      roomId: declared['roomId'] ?? '',
      declared,
      sizeBytes: Number(headers.get('upload-length')),
      bytes: new Uint8Array(),
      state: 'uploading',
    };
    uploads.set(key, own);
    return new Response(null, {
      status: 201,
      headers: {
        location: `/api/uploads/${own.uploadId}`,
        'upload-offset': String(own.bytes.length),
      },
    });
  }

  function command(path: string, body: unknown): Response {
    commands.push({ path, body: typeof body === 'string' ? JSON.parse(body) : null });
    if (path === '/api/imports/proposal') return Response.json({ rooms: shelf.rooms });
    if (path.endsWith('/clock'))
      return Response.json({
        fit: {
          offsetSeconds: 12.5,
          driftPpm: 40,
          certainty: 0.91,
          kind: 'ecg',
          overlapSeconds: 3600,
        },
      });
    return Response.json({ path, accepted: true }, { status: 202 });
  }
  return shelf;
}

const problem = (status: number, code: string, details: Record<string, string> = {}): Response =>
  Response.json({ code, details }, { status });
const decoded = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0));
