import { isFileSerial, decideAll, ROUTES } from '@yamori/domain';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments, useLiveQuery } from '../../live/documents/documents-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import type { NamedStream } from './stream-lanes.ts';

/** Maximum files in one query; with more files, the other streams keep the name of their kind. */
const MAX_FILES = 30;

/**
 * Adds the names that the source files give their streams. Device types are readable by every
 * organisation and hold only our texts; a file's names are stored with its import, in the room.
 * Readers without access to imports get the name of the kind.
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
  ].slice(0, MAX_FILES);
  const uploads = useDocuments().collection(`room/${roomId}/uploadHistory`);
  // Without a file the query matches nothing: no import has an empty serial.
  const found = useLiveQuery(
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
