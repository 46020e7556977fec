import type { RoomLive } from '@yamori/domain';
import { AlarmActions } from '../alarm-actions/alarm-actions.tsx';
import { leadingAlarm } from '../alarm-actions/open-alarms.ts';

type AttentionActionsProps = {
  readonly room: {
    readonly documentReferenceId: string;
    readonly name: string;
    readonly domainId: string;
    readonly live: RoomLive | null;
  };
};

/** The buttons of a room's most urgent alarm; nothing without an open one. */
export function AttentionActions({ room }: AttentionActionsProps) {
  const alarm = leadingAlarm(room.live);
  if (alarm === null) return null;
  return (
    <AlarmActions
      roomId={room.documentReferenceId}
      roomName={room.name}
      domainId={room.domainId}
      accident={alarm}
    />
  );
}
