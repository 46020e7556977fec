import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bundleFiles, groupWfdbFiles, isWfdbPart } from '@yamori/formats';
import { CommandProblem } from '../command.ts';

/** One upload: a file on disk, or the bundled files of a record (decision 019). */
export type RecordingToUpload =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'bundle';
      readonly path: string;
      readonly fileName: string;
      readonly bytes: Uint8Array;
    };

/** Maximum size of an archive: the server's limit for files that are read whole. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_HEADER_BYTES = 1024 * 1024;

/**
 * Bundles the files of each WFDB record into one upload, including the files that its header refers
 * to. Other files are uploaded individually.
 */
export function groupRecordings(paths: readonly string[]): readonly RecordingToUpload[] {
  const parts = paths.filter((path) => isWfdbPart(basename(path)));
  const bundles = [...Map.groupBy(parts, (path) => dirname(path))].flatMap(([folder, own]) =>
    recordsIn(
      folder,
      own.map((path) => basename(path)),
    ),
  );
  return [
    ...paths
      .filter((path) => !parts.includes(path))
      .map((path) => ({ kind: 'file' as const, path })),
    ...bundles,
  ];
}

const getFileSize = (path: string): number | null => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : null;
};

function recordsIn(folder: string, chosen: readonly string[]): RecordingToUpload[] {
  const headerText = (name: string): string =>
    (getFileSize(join(folder, name)) ?? Infinity) <= MAX_HEADER_BYTES
      ? new TextDecoder('windows-1252').decode(readFileSync(join(folder, name)))
      : '';
  const names = new Set(chosen);
  // Repeat until complete: a segment's header refers to further files.
  for (let before = -1; before < names.size;) {
    before = names.size;
    const { records } = groupWfdbFiles([...names], headerText);
    for (const name of records.flatMap(({ missing }) => missing))
      if (basename(name) === name && getFileSize(join(folder, name)) !== null) names.add(name);
  }
  return groupWfdbFiles([...names], headerText).records.map(
    ({ recordName, header, members, missing }) => {
      if (missing[0] !== undefined)
        throw new CommandProblem(
          'file-missing',
          `record ${recordName} needs this file next to ${members[0] ?? recordName}`,
          missing[0],
        );
      if (
        members.reduce((sum, name) => sum + (getFileSize(join(folder, name)) ?? 0), 0) > MAX_BYTES
      )
        throw new CommandProblem(
          'file-large',
          `the record has more than ${MAX_BYTES} bytes`,
          header ?? recordName,
        );
      return {
        kind: 'bundle',
        path: join(folder, header ?? recordName),
        fileName: `${recordName}.zip`,
        bytes: bundleFiles(
          members.map((name) => ({
            name,
            bytes: new Uint8Array(readFileSync(join(folder, name))),
          })),
        ),
      };
    },
  );
}
