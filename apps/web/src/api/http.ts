import {
  formatUrl,
  type UrlParameters,
  type EndpointCall,
  type Endpoint,
  type EndpointReply,
} from '@yamori/domain';
import {
  callJson,
  readFailure,
  sendFile,
  sendJson,
  unlessGone,
  type HttpOptions,
  type CallOptions,
} from './http-call.ts';

/** The parameters of a call; an endpoint without any takes none. */
type Given<E extends Endpoint> =
  {} extends EndpointCall<E>
    ? readonly [parts?: EndpointCall<E>]
    : readonly [parts: EndpointCall<E>];

type UploadEndpoint = Endpoint & { readonly upload: readonly string[] };
type FileEndpoint = Endpoint & { readonly file: readonly string[] };

export type Http = {
  /**
   * Calls an endpoint and returns its validated reply; rejects with a ProblemError like `callJson`.
   */
  readonly call: <E extends Endpoint>(endpoint: E, ...given: Given<E>) => Promise<EndpointReply<E>>;
  /** Sends a file to an endpoint. Rejects like `call`. */
  readonly upload: <E extends UploadEndpoint>(
    endpoint: E,
    parts: EndpointCall<E>,
    file: Blob,
  ) => Promise<EndpointReply<E>>;
  /** Opens an endpoint's file. Rejects like `call`, or with the signal's reason when aborted. */
  readonly open: <E extends FileEndpoint>(
    endpoint: E,
    parts: EndpointCall<E>,
    more?: CallOptions,
  ) => Promise<Response>;
  /** Reads an endpoint's whole file; `otherwise` is its name if the server gives none. */
  readonly download: <E extends FileEndpoint>(
    endpoint: E,
    parts: EndpointCall<E>,
    otherwise: string,
    more?: CallOptions,
  ) => Promise<DownloadedFile>;
};

export type DownloadedFile = {
  readonly blob: Blob;
  readonly fileName: string;
  readonly headers: Headers;
};

type CallParts = {
  readonly params?: UrlParameters;
  readonly query?: UrlParameters;
  readonly body?: unknown;
};

export const createHttp = (options: HttpOptions): Http => ({
  async call(endpoint, ...given) {
    const { params, query, body } = toCallParts(given[0]);
    const reply: unknown = await callJson<unknown>(
      options,
      endpoint.method,
      formatUrl(endpoint, params, query),
      body,
      endpoint.reply ?? NO_REPLY,
    );
    return reply as EndpointReply<typeof endpoint>;
  },
  async upload(endpoint, parts, file) {
    const { params, query } = toCallParts(parts);
    const path = formatUrl(endpoint, params, query);
    const reply = await sendFile<unknown>(options, path, file, endpoint.reply ?? NO_REPLY);
    return reply as EndpointReply<typeof endpoint>;
  },
  open: (endpoint, parts, more) => openFile(options, endpoint, toCallParts(parts), more),
  async download(endpoint, parts, otherwise, more) {
    const response = await openFile(options, endpoint, toCallParts(parts), more);
    const blob = await unlessGone(more?.signal ?? null, endpoint.path, () => response.blob());
    return { blob, fileName: attachmentName(response, otherwise), headers: response.headers };
  },
});

/** The endpoint's type determines the parameters. */
const toCallParts = (given: object = {}): CallParts => given as CallParts;

async function openFile(
  options: HttpOptions,
  { method, path, file }: FileEndpoint,
  { params, query, body }: CallParts,
  { headers, ...more }: CallOptions = {},
): Promise<Response> {
  const response = await sendJson(options, method, formatUrl({ path }, params, query), body, {
    cache: 'no-store',
    ...more,
    headers: { accept: [...file, 'application/json'].join(), ...headers },
  });
  // 304 answers a conditional request.
  if (!response.ok && response.status !== 304) throw await readFailure(response);
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
