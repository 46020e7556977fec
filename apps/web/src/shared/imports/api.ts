import { ProblemError, TUS_VERSION, UPLOADS_PATH, type ImportSettings } from '@yamori/domain';
import { readFailure, unlessGone, type HttpOptions } from '../../api/http-call.ts';

/** The metadata that begins an upload. */
export type DeclaredUpload = {
  readonly roomId: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** False: it waits in `ready` after the server's check, until the user confirms it. */
  readonly autoStart: boolean;
  readonly settings: ImportSettings;
};

export type UploadPlace = { readonly location: string; readonly offset: number };

/**
 * tus 1.0 (contract/import-messages.ts). Each call rejects with a ProblemError, including
 * `network-unreachable`.
 */
export type UploadClient = {
  /** Begins an upload; for one in progress it returns its address and offset. */
  readonly begin: (declared: DeclaredUpload, signal: AbortSignal) => Promise<UploadPlace>;
  /**
   * Sends the bytes at `offset`.
   *
   * @returns the number of bytes that are durable now
   */
  readonly send: (
    place: UploadPlace,
    bytes: Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ) => Promise<number>;
};

export function createUploadClient(options: HttpOptions): UploadClient {
  const call = async (
    method: 'POST' | 'PATCH',
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array<ArrayBuffer> | null,
    signal: AbortSignal,
  ): Promise<Response> => {
    const init: RequestInit = {
      method,
      headers: { 'tus-resumable': TUS_VERSION, ...headers, ...options.headers },
      credentials: 'same-origin',
      signal,
      ...(body === null ? {} : { body }),
    };
    const response = await unlessGone(signal, path, () =>
      options.fetch(`${options.baseUrl ?? ''}${path}`, init),
    );
    if (!response.ok) throw await readFailure(response);
    return response;
  };
  return {
    async begin(declared, signal) {
      const response = await call(
        'POST',
        UPLOADS_PATH,
        {
          'upload-length': String(declared.sizeBytes),
          'upload-metadata': encodeMetadata(declared),
        },
        null,
        signal,
      );
      const location = response.headers.get('location');
      if (location === null) throw new ProblemError('reply-invalid', { place: UPLOADS_PATH });
      return { location, offset: getOffset(response) };
    },
    async send({ location, offset }, bytes, signal) {
      const response = await call(
        'PATCH',
        location,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        bytes,
        signal,
      );
      return getOffset(response);
    },
  };
}

function getOffset(response: Response): number {
  const text = response.headers.get('upload-offset') ?? '';
  if (!/^\d{1,16}$/.test(text)) throw new ProblemError('reply-invalid', { place: 'upload-offset' });
  return Number(text);
}

/** Keys with base64 values, as the protocol requires. */
function encodeMetadata({ roomId, fileName, sha256, autoStart, settings }: DeclaredUpload): string {
  const values = {
    roomId,
    fileName,
    sha256,
    autoStart: autoStart ? 'yes' : 'no',
    settings: JSON.stringify(settings),
  };
  return Object.entries(values)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');
}

const base64 = (text: string): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
