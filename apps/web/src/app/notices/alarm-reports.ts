import type { RoomLive } from '@yamori/domain';
import { useContext, useEffect } from 'react';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { getCall, sensorAlarms } from '../../shared/alarm-actions/open-alarms.ts';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { OpenAlarmsContext } from './open-alarms.ts';

/** Maximum number of rooms; only the existence of alarms matters. */
const MAX_ROOMS = 50;

/** Follows open alarms of the accessible rooms while the frame is mounted. */
export function useAlarmReports(): void {
  const documents = useDocuments();
  const { user } = useViewer();
  const alarms = useContext(OpenAlarmsContext);
  const memberId = user?.uid;
  useEffect(() => {
    const rooms = documents.collection('room').where('archivedAt', '==', null).limit(MAX_ROOMS);
    const end = rooms
      .where('live.openAccidents', '>', 0)
      .subscribe(({ documents: open }) =>
        alarms.report(
          'accidents',
          open.filter((room) => isWhole(room) && isInTheWay(room.live)).length,
        ),
      );
    return () => {
      end();
      alarms.report('accidents', 0);
    };
  }, [documents, alarms, memberId]);
}

/** Whether an alarm of a room is open; a call only until it has a responder. */
const isInTheWay = (live: RoomLive | null): boolean =>
  sensorAlarms(live).length > 0 || getCall(live)?.state === 'raised';
