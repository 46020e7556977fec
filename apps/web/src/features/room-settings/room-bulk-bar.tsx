import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocuments } from '../../live/documents/documents-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { useDialogs } from '../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../kit/form/button.tsx';
import { useBulkRun } from '../../kit/list/bulk-progress.tsx';
import { SelectionBar } from '../../kit/list/selection-bar.tsx';
import { BulkForm } from './bulk-form.tsx';
import { bulkItems, type BulkChange } from './bulk-change.ts';
import type { RoomRights } from './room-rights.ts';
import type { Room } from './api.ts';

/**
 * Bulk changes of other features, such as thresholds; `rooms`: those that the user may manage.
 */
export type BulkPart = ComponentType<{
  readonly rooms: readonly Room[];
  readonly onDone: () => void;
}>;

type RoomBulkBarProps = {
  readonly rooms: readonly Room[];
  readonly rights: RoomRights;
  readonly BulkPart?: BulkPart | undefined;
  readonly onDone: () => void;
};

/** Bulk changes of rooms. */
export function RoomBulkBar({ rooms, rights, BulkPart, onDone }: RoomBulkBarProps) {
  const { t } = useTranslation('roomConfig');
  const online = useOnline();
  const documents = useDocuments();
  const dialogs = useDialogs();
  const run = useBulkRun();
  const manageable = rooms.filter(rights.mayCare);
  const edit = async (): Promise<void> => {
    const change = await dialogs.open<BulkChange | null>(
      { title: t('bulk.title', { count: manageable.length }) },
      null,
      (answer) => <BulkForm rooms={manageable} onAnswer={answer} />,
    );
    if (change === null) return;
    await run(t('bulk.running'), bulkItems(documents, manageable, change));
    onDone();
  };
  return (
    <SelectionBar count={rooms.length} onClear={onDone}>
      <Button disabled={!online || manageable.length === 0} onClick={() => void edit()}>
        {t('bulk.edit')}
      </Button>
      {BulkPart === undefined ? null : (
        <BulkPart rooms={rooms.filter(rights.mayArrange)} onDone={onDone} />
      )}
    </SelectionBar>
  );
}
