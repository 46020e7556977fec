import { readEmpaticaSession } from '../actigraphy/empatica-session.ts';
import { type FileContent, type FileToRead, readFileContent } from '../read-file.ts';
import { refusedRecording } from '../recording.ts';
import type { ArchiveContent } from './open-archive.ts';

/**
 * Reads the recording of an opened archive. Byte offsets of problems are relative to the file named
 * in the problem.
 */
export function readArchive(
  content: ArchiveContent,
  settings: Pick<FileToRead, 'sampleRateHz'> = {},
): FileContent {
  if (content.kind === 'refused')
    return {
      kind: 'recording',
      format: 'archive',
      formatName: content.formatName ?? 'ZIP',
      recording: refusedRecording(content.problem),
    };
  if (content.recording === 'empatica')
    return {
      kind: 'recording',
      format: 'empatica',
      formatName: 'Empatica E4',
      recording: readEmpaticaSession(content.files),
    };
  const bySmallName = new Map(
    [...content.files].map(([name, bytes]) => [name.toLowerCase(), bytes]),
  );
  return readFileContent({
    name: content.name,
    bytes: content.files.get(content.name) ?? new Uint8Array(0),
    beside: (name) => bySmallName.get(name.toLowerCase()) ?? null,
    ...settings,
  });
}
