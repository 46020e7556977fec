import { isFileSerial, decideAll, ROUTES } from '@yamori/domain';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments, useQuery } from '../../live/documents/documents-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import type { NamedStream } from './stream-lanes.ts';

/** As many as one question may name; a night of more files keeps the kinds' words for the rest. */
const MOST_FILES = 30;

/**
 * The streams with the names that their files have for them. Types of devices are read by every
 * organisation and hold words of ours only; the file's own stand with its import, in the room. Who
 * may not open the room's imports reads the kinds' words.
 */
export function useNamedStreams(
  roomId: string,
  streams: readonly NamedStream[],
): readonly NamedStream[] {
  const { visitor } = useViewer();
  const history = ROUTES.find(({ id }) => id === 'room-history');
  const mayRead = history !== undefined && decideAll(history.guards, visitor) === 'allowed';
  const files = [
    ...new Set(streams.flatMap(({ serial }) => (mayRead && isFileSerial(serial) ? [serial] : []))),
  ].slice(0, MOST_FILES);
  const uploads = useDocuments().collection(`room/${roomId}/uploadHistory`);
  // Without a file nothing is asked for: no import has an empty serial.
  const found = useQuery(
    files.length === 0
      ? uploads.where('deviceSerial', '==', '').limit(1)
      : uploads.where('deviceSerial', 'in', files),
  );
  if (!('value' in found)) return streams;
  const labels = new Map(
    found.value.flatMap((upload) =>
      isWhole(upload)
        ? upload.streamTable.map(({ streamId, label }): [string, string] => [
            `${upload.deviceSerial ?? ''} ${streamId}`,
            label.trim(),
          ])
        : [],
    ),
  );
  return streams.map((stream) => {
    const label = labels.get(`${stream.serial} ${stream.streamId}`) ?? '';
    return label === '' ? stream : { ...stream, label };
  });
}
