import type { ImportSettings } from '@yamori/domain';
import { openEdf } from './edf-file.ts';
import type { FileKind } from './file-kind.ts';
import type { Original } from './original.ts';
import type { SampleSource } from './sample-source.ts';
import { openWhole } from './whole-file.ts';

type Options = { readonly settings: ImportSettings; readonly wholeFileBytes: number };

/** The reader for a kind of file, all but the native one. */
export function openSamples(original: Original, kind: Exclude<FileKind, 'yamori'>, { settings, wholeFileBytes }: Options): Promise<SampleSource> {
  switch (kind) {
    case 'edf': case 'bdf': return openEdf(original, kind);
    case 'csv': case 'goeMf': return openWhole(original, kind, settings, wholeFileBytes);
  }
}
