import {
  addressOf,
  type AddressParts,
  type CallOf,
  type Endpoint,
  type ReplyOf,
} from '@yamori/domain';
import {
  callJson,
  failureOf,
  sendFile,
  sendJson,
  unlessGone,
  type HttpOptions,
  type MoreOfCall,
} from './http-call.ts';

/** The parameters of a call; an endpoint without any takes none. */
type Given<E extends Endpoint> =
  {} extends CallOf<E> ? readonly [parts?: CallOf<E>] : readonly [parts: CallOf<E>];

type UploadEndpoint = Endpoint & { readonly upload: readonly string[] };
type FileEndpoint = Endpoint & { readonly file: readonly string[] };

export type Http = {
  /**
   * Calls an endpoint and returns its validated reply; rejects with a ProblemError like `callJson`.
   */
  readonly call: <E extends Endpoint>(endpoint: E, ...given: Given<E>) => Promise<ReplyOf<E>>;
  /** Sends a file to an endpoint. Rejects like `call`. */
  readonly upload: <E extends UploadEndpoint>(
    endpoint: E,
    parts: CallOf<E>,
    file: Blob,
  ) => Promise<ReplyOf<E>>;
  /** Opens an endpoint's file. Rejects like `call`, or with the signal's reason when aborted. */
  readonly open: <E extends FileEndpoint>(
    endpoint: E,
    parts: CallOf<E>,
    more?: MoreOfCall,
  ) => Promise<Response>;
  /** Reads an endpoint's whole file; `otherwise` is its name if the server gives none. */
  readonly download: <E extends FileEndpoint>(
    endpoint: E,
    parts: CallOf<E>,
    otherwise: string,
    more?: MoreOfCall,
  ) => Promise<DownloadedFile>;
};

export type DownloadedFile = {
  readonly blob: Blob;
  readonly fileName: string;
  readonly headers: Headers;
};

type Parts = {
  readonly params?: AddressParts;
  readonly query?: AddressParts;
  readonly body?: unknown;
};

export const createHttp = (options: HttpOptions): Http => ({
  async call(endpoint, ...given) {
    const { params, query, body } = partsOf(given[0]);
    const reply: unknown = await callJson<unknown>(
      options,
      endpoint.method,
      addressOf(endpoint, params, query),
      body,
      endpoint.reply ?? NO_REPLY,
    );
    return reply as ReplyOf<typeof endpoint>;
  },
  async upload(endpoint, parts, file) {
    const { params, query } = partsOf(parts);
    const path = addressOf(endpoint, params, query);
    const reply = await sendFile<unknown>(options, path, file, endpoint.reply ?? NO_REPLY);
    return reply as ReplyOf<typeof endpoint>;
  },
  open: (endpoint, parts, more) => openFile(options, endpoint, partsOf(parts), more),
  async download(endpoint, parts, otherwise, more) {
    const response = await openFile(options, endpoint, partsOf(parts), more);
    const blob = await unlessGone(more?.signal ?? null, endpoint.path, () => response.blob());
    return { blob, fileName: attachmentName(response, otherwise), headers: response.headers };
  },
});

/** The endpoint's type determines the parameters. */
const partsOf = (given: object = {}): Parts => given as Parts;

async function openFile(
  options: HttpOptions,
  { method, path, file }: FileEndpoint,
  { params, query, body }: Parts,
  { headers, ...more }: MoreOfCall = {},
): Promise<Response> {
  const response = await sendJson(options, method, addressOf({ path }, params, query), body, {
    cache: 'no-store',
    ...more,
    headers: { accept: [...file, 'application/json'].join(), ...headers },
  });
  // 304 answers a conditional request.
  if (!response.ok && response.status !== 304) throw await failureOf(response);
  return response;
}

/** The server's file name (RFC 8187), else `otherwise`. */
export function attachmentName({ headers }: Pick<Response, 'headers'>, otherwise: string): string {
  const [, encoded = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '') ?? [];
  return encoded === '' ? otherwise : decodeURIComponent(encoded);
}

/** For calls whose answer has no content. */
const NO_REPLY = {
  safeParse: (): { success: true; data: undefined } => ({ success: true, data: undefined }),
};
