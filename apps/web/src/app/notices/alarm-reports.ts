import { useContext, useEffect } from 'react';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { OpenAlarmsContext } from './open-alarms.ts';

/** Rooms looked at; whether there are any alarms is what counts. */
const MOST_ROOMS = 50;

/** Follows calls and accidents of the rooms in reach while the frame is there. */
export function useAlarmReports(): void {
  const documents = useDocuments();
  const { user } = useViewer();
  const alarms = useContext(OpenAlarmsContext);
  const memberId = user?.uid;
  useEffect(() => {
    const rooms = documents.collection('room').where('archivedAt', '==', null).limit(MOST_ROOMS);
    const ends = [
      rooms
        .where('live.call.state', '==', 'ringing')
        .subscribe(({ documents: calling }) => alarms.report('calls', calling.length)),
      rooms
        .where('live.openAccidents', '>', 0)
        .subscribe(({ documents: open }) => alarms.report('accidents', open.length)),
    ];
    return () => {
      ends.forEach((end) => end());
      for (const source of ['calls', 'accidents']) alarms.report(source, 0);
    };
  }, [documents, alarms, memberId]);
}
