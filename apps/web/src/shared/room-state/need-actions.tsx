import type { RoomLive } from '@yamori/domain';
import { AccidentActions } from '../alarm-actions/accident-actions.tsx';
import { leadingNeed } from '../alarm-actions/open-accidents.ts';
import { CallActions } from '../calls/call-actions.tsx';

type NeedActionsProps = {
  readonly room: {
    readonly documentReferenceId: string;
    readonly name: string;
    readonly domainId: string;
    readonly live: RoomLive | null;
  };
};

/**
 * What somebody can say of what a room needs first, be it an alarm or a call; nothing where nobody
 * needs to go.
 */
export function NeedActions({
  room: { documentReferenceId: roomId, name: roomName, domainId, live },
}: NeedActionsProps) {
  const need = leadingNeed(live);
  if (need === null) return null;
  return need.kind === 'accident' ? (
    <AccidentActions
      roomId={roomId}
      roomName={roomName}
      domainId={domainId}
      accident={need.accident}
    />
  ) : (
    <CallActions roomId={roomId} roomName={roomName} domainId={domainId} call={need.call} />
  );
}
