import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bundleFiles, groupWfdbFiles, isWfdbPart } from '@yamori/formats';
import { CommandProblem } from '../command.ts';

/**
 * What is uploaded as one file: a file on the disk, or the files of a record bundled (decision
 * 037).
 */
export type RecordingToUpload =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'bundle';
      readonly path: string;
      readonly fileName: string;
      readonly bytes: Uint8Array;
    };

/** What an archive may become; the server's limit for what is read whole. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_HEADER_BYTES = 1024 * 1024;

/**
 * The files of a WFDB record become one, with what its header names beside it, whether that was
 * named on the command line or not. Every other file stays by itself. @throws CommandProblem where
 * a file of a record is missing
 */
export function recordingsOf(paths: readonly string[]): readonly RecordingToUpload[] {
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

const sizeOf = (path: string): number | null => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : null;
};

function recordsIn(folder: string, chosen: readonly string[]): RecordingToUpload[] {
  const headerText = (name: string): string =>
    (sizeOf(join(folder, name)) ?? Infinity) <= MOST_HEADER_BYTES
      ? new TextDecoder('windows-1252').decode(readFileSync(join(folder, name)))
      : '';
  const names = new Set(chosen);
  // What headers name joins, round by round: a segment's header names files of its own.
  for (let before = -1; before < names.size;) {
    before = names.size;
    const { records } = groupWfdbFiles([...names], headerText);
    for (const name of records.flatMap(({ missing }) => missing))
      if (basename(name) === name && sizeOf(join(folder, name)) !== null) names.add(name);
  }
  return groupWfdbFiles([...names], headerText).records.map(
    ({ recordName, header, members, missing }) => {
      if (missing[0] !== undefined)
        throw new CommandProblem(
          'file-missing',
          `the record ${recordName} needs it beside ${members[0] ?? recordName}`,
          missing[0],
        );
      if (members.reduce((sum, name) => sum + (sizeOf(join(folder, name)) ?? 0), 0) > MOST_BYTES)
        throw new CommandProblem(
          'file-large',
          `the record has more than ${MOST_BYTES} bytes`,
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
