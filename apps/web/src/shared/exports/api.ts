import { EXPORT_ENDINGS, exportApi, type ExportFormat } from '@yamori/domain';
import { createContext, useContext } from 'react';
import { apiHook } from '../../api/http-context.ts';
import { attachmentName, type Http } from '../../api/http.ts';
import { readFailure, unlessGone } from '../../api/http-call.ts';

export type ExportRequest = {
  readonly roomId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly format: ExportFormat;
  /** `serial:streamId` each; null for all. */
  readonly streams: readonly string[] | null;
  readonly names: boolean;
};
type ExportedFile = { readonly blob: Blob; readonly fileName: string };
export type ExportProgress = {
  readonly bytes: number;
  /** Null if unknown. */
  readonly share: number | null;
};

/** Downloads a room's range as a file. */
export type ExportApi = {
  /**
   * Rejects with the server's refusal, or `network-unreachable`; with the signal's reason when
   * aborted.
   */
  readonly download: (
    request: ExportRequest,
    signal: AbortSignal,
    onProgress: (progress: ExportProgress) => void,
  ) => Promise<ExportedFile>;
};

export const createExportApi = (http: Http): ExportApi => ({
  async download(request, signal, onProgress) {
    const { roomId, fromMs, toMs, format, streams, names } = request;
    const query = {
      from: Math.floor(fromMs),
      to: Math.ceil(toMs),
      format,
      ...(streams === null ? {} : { streams: streams.join(',') }),
      ...(names ? { names: 'yes' as const } : {}),
    };
    const response = await http.open(exportApi.room, { params: { roomId }, query }, { signal });
    if (response.body === null) throw await readFailure(response);
    const total = Number(response.headers.get('content-length') ?? Number.NaN);
    const share = getShare(request, total);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body.getReader();
    for (let bytes = 0; ;) {
      const { done, value } = await unlessGone(signal, exportApi.room.path, () => reader.read());
      if (done) break;
      parts.push(value);
      bytes += value.length;
      onProgress({ bytes, share: share(bytes, value) });
    }
    return {
      blob: new Blob(parts, {
        type: response.headers.get('content-type') ?? 'application/octet-stream',
      }),
      fileName: attachmentName(response, `yamori.${EXPORT_ENDINGS[request.format]}`),
    };
  },
});

const ROW_TIME = /\n(\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d),/g;

/** By bytes if the server gave the length; else by the time of the table's last row. */
function getShare(
  { fromMs, toMs }: ExportRequest,
  total: number,
): (bytes: number, part: Uint8Array) => number | null {
  if (total > 0) return (bytes) => bytes / total;
  return (_, part) => {
    const last = [...new TextDecoder().decode(part.subarray(-600)).matchAll(ROW_TIME)].at(-1)?.[1];
    const atMs = last === undefined ? Number.NaN : Date.parse(last);
    return Number.isNaN(atMs) ? null : Math.max(0, Math.min(1, (atMs - fromMs) / (toMs - fromMs)));
  };
}

/** Null: the page's own server; a test passes its own. */
export const ExportContext = createContext<ExportApi | null>(null);
const usePageExports = apiHook(createExportApi);
export function useExportApi(): ExportApi {
  const page = usePageExports();
  return useContext(ExportContext) ?? page;
}
