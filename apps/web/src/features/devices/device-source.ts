import type { deviceCollection } from '@yamori/domain';
import type { DocumentOf } from '../../client/document-reader.ts';

export type Device = DocumentOf<typeof deviceCollection>;
