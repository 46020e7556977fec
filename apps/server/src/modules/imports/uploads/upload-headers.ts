import type { IncomingHttpHeaders } from 'node:http';
import {
  importSettings,
  IMPORT_FILE_ENDINGS,
  ProblemError,
  TUS_VERSION,
  uploadMetadata,
  type ImportSettings,
  type UploadMetadata,
} from '@yamori/domain';

/** Every request but OPTIONS must state the tus version. */
export function requireTus(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== TUS_VERSION)
    throw new ProblemError('precondition-tus-version', { details: { expected: TUS_VERSION } });
}

/** Parses a length or an offset. */
export function byteCount(
  headers: IncomingHttpHeaders,
  name: 'upload-length' | 'upload-offset',
): number {
  const text = headers[name];
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value))
    throw new ProblemError('upload-header-invalid', { place: name });
  return value;
}

export type DeclaredUpload = Omit<UploadMetadata, 'settings' | 'autoStart'> & {
  readonly settings: ImportSettings;
  readonly autoStart: boolean;
};

/** Parses `Upload-Metadata`: keys and base64 values, comma-separated. */
export function readMetadata(headers: IncomingHttpHeaders): DeclaredUpload {
  const fields = new Map<string, string>();
  const text = headers['upload-metadata'];
  for (const part of typeof text === 'string' ? text.split(',') : []) {
    const [key = '', value = '', ...more] = part.trim().split(' ');
    const decoded = more.length === 0 && !fields.has(key) ? decodeBase64(value) : null;
    if (decoded === null) throw new ProblemError('upload-metadata-invalid', { place: key });
    fields.set(key, decoded);
  }
  const parsed = uploadMetadata.safeParse(Object.fromEntries(fields));
  if (!parsed.success) {
    const place = String(parsed.error.issues[0]?.path[0] ?? '');
    throw new ProblemError(
      place === 'fileName' && fields.has('fileName')
        ? 'file-name-invalid'
        : 'upload-metadata-invalid',
      { place },
    );
  }
  const { autoStart, settings, ...metadata } = parsed.data;
  const ending = metadata.fileName.slice(metadata.fileName.lastIndexOf('.') + 1).toLowerCase();
  if (!metadata.fileName.includes('.') || !IMPORT_FILE_ENDINGS.some((known) => known === ending))
    throw new ProblemError('media-type-refused', {
      details: { expected: IMPORT_FILE_ENDINGS.join(' ') },
    });
  return { ...metadata, autoStart: autoStart === 'yes', settings: readSettings(settings) };
}

function readSettings(text: string): ImportSettings {
  try {
    const parsed = importSettings.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Falls through to the error below.
  }
  throw new ProblemError('upload-metadata-invalid', { place: 'settings' });
}

/** Null if the text is not base64 of UTF-8. */
function decodeBase64(text: string): string | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(text, 'base64'),
    );
  } catch {
    return null;
  }
}
