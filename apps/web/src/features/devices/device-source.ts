import type { deviceCollection } from '@yamori/domain';
import type { DocumentOf } from '../../live/documents/document-reader.ts';

export type Device = DocumentOf<typeof deviceCollection>;
