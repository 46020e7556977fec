import { useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { DialogBody, DialogScroll } from '../../kit/dialog/dialog-parts.tsx';
import { useLeaveQuestion } from '../../kit/form/use-leave-warning.ts';
import { LoadingState, ErrorState } from '../../kit/pages/page-state.tsx';
import css from './room-config.module.css';
import { NewRoomForm } from './new-room-form.tsx';
import { RoomDevices } from './room-devices.tsx';
import { RoomForm } from './room-form.tsx';
import type { RoomRights } from './room-rights.ts';
import { useOneRoom, type Device, type Room } from './api.ts';
import { RoomStatus } from './room-status.tsx';
import { toValues } from './room-values.ts';

export type RoomEditorProps = {
  /** `new` creates a room; null shows nothing. */
  readonly roomId: string | null;
  readonly rights: RoomRights;
  /** Null while the devices' places are unknown. */
  readonly devices: readonly Device[] | null;
  readonly RoomPart?:
    | ComponentType<{
        readonly room: Room;
        readonly mayArrange: boolean;
        readonly onDirty: (isDirty: () => boolean) => void;
      }>
    | undefined;
  readonly onOpen: (roomId: string) => void;
  readonly onClose: () => void;
};

/** Forms of the editor that may have unsaved edits. */
type FormName = 'room' | 'part';

/** All details of one room, over the list. Asks before unsaved edits are lost. */
export function RoomEditor({
  roomId,
  rights,
  devices,
  RoomPart,
  onOpen,
  onClose,
}: RoomEditorProps) {
  const { t } = useTranslation('roomConfig');
  const forms = useRef(new Map<FormName, () => boolean>());
  const mayLeave = useLeaveQuestion();
  const close = async (): Promise<void> => {
    if (![...forms.current.values()].some((isDirty) => isDirty()) || (await mayLeave())) onClose();
  };
  const watch = (name: FormName, isDirty: () => boolean): void => {
    forms.current.set(name, isDirty);
  };
  // Keep the content visible while the dialog closes.
  const [held, setHeld] = useState(roomId);
  if (roomId !== null && roomId !== held) setHeld(roomId);
  return (
    <Dialog
      open={roomId !== null}
      size="large"
      title={t(held === 'new' ? 'editor.new' : 'editor.title')}
      onClose={() => void close()}
    >
      {held === null ? null : held === 'new' ? (
        <NewRoomForm
          rights={rights}
          onDirty={(isDirty) => watch('room', isDirty)}
          onMade={onOpen}
          onCancel={() => void close()}
        />
      ) : (
        <OneRoom
          key={held}
          roomId={held}
          rights={rights}
          devices={devices}
          RoomPart={RoomPart}
          onDirty={watch}
          onGone={onClose}
        />
      )}
    </Dialog>
  );
}

type OneRoomProps = Pick<RoomEditorProps, 'rights' | 'devices' | 'RoomPart'> & {
  readonly roomId: string;
  readonly onDirty: (name: FormName, isDirty: () => boolean) => void;
  readonly onGone: () => void;
};

function OneRoom({ roomId, rights, devices, RoomPart, onDirty, onGone }: OneRoomProps) {
  const { t } = useTranslation('roomConfig');
  const found = useOneRoom(roomId);
  if (found.kind === 'loading')
    return (
      <DialogBody>
        <LoadingState />
      </DialogBody>
    );
  if (found.kind === 'none')
    return (
      <DialogBody>
        <ErrorState compact icon="door" title={t('editor.gone')} why={t('editor.goneWhy')} />
      </DialogBody>
    );
  return (
    <DialogScroll>
      <RoomSections
        room={found.room}
        rights={rights}
        devices={devices}
        RoomPart={RoomPart}
        onDirty={onDirty}
        onGone={onGone}
      />
    </DialogScroll>
  );
}

function RoomSections({
  room,
  rights,
  devices,
  RoomPart,
  onDirty,
  onGone,
}: Omit<OneRoomProps, 'roomId'> & { readonly room: Room }) {
  const { t } = useTranslation('roomConfig');
  // The values as the form opened: the base for detecting concurrent changes.
  const [opened] = useState(() => toValues(room));
  const mayArrange = rights.mayArrange(room);
  return (
    <>
      {mayArrange ? null : <p className={css['note']}>{t('editor.careOnly')}</p>}
      <RoomForm
        roomId={room.documentReferenceId}
        opened={opened}
        mayArrange={mayArrange}
        mayCare={rights.mayCare(room)}
        seesOccupant={rights.seesOccupant}
        onDirty={(isDirty) => onDirty('room', isDirty)}
      />
      <RoomDevices room={room} devices={devices} mayPlace={rights.mayCare(room)} />
      {RoomPart === undefined ? null : (
        <RoomPart
          room={room}
          mayArrange={mayArrange}
          onDirty={(isDirty) => onDirty('part', isDirty)}
        />
      )}
      {mayArrange ? (
        <RoomStatus
          room={room}
          deviceCount={
            devices === null
              ? null
              : devices.filter(({ roomId }) => roomId === room.documentReferenceId).length
          }
          onGone={onGone}
        />
      ) : null}
    </>
  );
}
