import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/form/button.tsx';
import { SearchSelectField } from '../../../kit/form/search-select-field.tsx';
import { EmptyState } from '../../../kit/pages/page-state.tsx';
import { useRooms } from '../api.ts';
import { useImportQueue } from '../imports-context.ts';
import css from '../imports.module.css';
import { canBeTold } from '../reading/file-check.ts';
import { missingFor, type ImportItem } from '../uploads/import-item.ts';
import type { ImportQueue } from '../uploads/import-queue.ts';
import { DropZone } from './drop-zone.tsx';
import { FileCard } from './file-card.tsx';

/** Files to import, and the state of each. With a room, only its files. */
export function ImportDesk({ roomId }: { roomId: string | null }) {
  const { t } = useTranslation('imports');
  const [queue, items] = useImportQueue();
  const own = roomId === null ? items : items.filter((item) => item.roomId === roomId);
  const ready = own.filter((item) => missingFor(item) === null);
  const done = own.filter(({ stage }) => stage.kind === 'there');
  const counts = countStages(own);
  const placeable = own.filter(
    ({ stage, check }) =>
      stage.kind === 'checked' &&
      check !== null &&
      (check.problem === null || canBeTold(check.problem)),
  );
  return (
    <div className={css['desk']}>
      <DropZone isSmall={own.length > 0} onFiles={(files) => queue.add(files, roomId)} />
      <output className="visually-hidden">
        {STATUS.filter((stage) => counts[stage] > 0)
          .map((stage) => t(`desk.status.${stage}`, { figure: counts[stage] }))
          .join(t('desk.statusBetween'))}
      </output>
      {own.length === 0 ? (
        <EmptyState compact title={t('desk.emptyTitle')} why={t('desk.emptyWhy')} />
      ) : (
        <>
          <div className={css['deskTools']}>
            <p className={css['note']}>{t('desk.keepsGoing')}</p>
            {done.length > 1 ? (
              <Button
                onClick={() => {
                  for (const { id } of done) queue.remove(id);
                }}
              >
                {t('desk.tidy')}
              </Button>
            ) : null}
            {ready.length > 1 ? (
              <Button
                kind="primary"
                onClick={() => {
                  for (const { id } of ready) queue.start(id);
                }}
              >
                {t('desk.startAll', { count: ready.length })}
              </Button>
            ) : null}
          </div>
          {roomId === null && placeable.length > 1 ? (
            <CommonRoomField items={placeable} queue={queue} />
          ) : null}
          <ul className={css['cards']} aria-label={t('desk.list')}>
            {own.map((item) => (
              <FileCard
                key={item.id}
                item={item}
                queue={queue}
                isRoomFixed={roomId !== null}
                isPrimary={ready.length === 1}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Sets the room of all waiting files: the files of one recording belong to one room. */
function CommonRoomField({ items, queue }: { items: readonly ImportItem[]; queue: ImportQueue }) {
  const { t } = useTranslation('imports');
  const rooms = useRooms();
  const [roomId, setRoomId] = useState('');
  const known = 'value' in rooms ? rooms.value : [];
  const isEverywhere = items.every((item) => item.roomId === roomId);
  return (
    <form
      className={css['roomOfAll']}
      data-unsaved="false"
      onSubmit={(event) => {
        event.preventDefault();
        for (const { id } of items) queue.change(id, { roomId });
      }}
    >
      <SearchSelectField
        label={t('desk.roomOfAll')}
        name="room-of-all"
        placeholder={t('choose.roomPlaceholder')}
        loadingText={rooms.kind === 'loading' ? t('choose.roomsLoading') : undefined}
        value={roomId}
        onChange={setRoomId}
        choices={known.map(({ documentReferenceId, name, building, floor }) => ({
          value: documentReferenceId,
          label: [name, building, floor].filter((text) => text !== '').join(' · '),
        }))}
      />
      <Button submit disabled={roomId === '' || isEverywhere}>
        {t('desk.sameRoom')}
      </Button>
    </form>
  );
}

/** Announced to screen readers in this order; stages without a file are omitted. */
const STATUS = ['checking', 'ready', 'sending', 'refused', 'there'] as const;

function countStages(items: readonly ImportItem[]) {
  const of = (...kinds: readonly ImportItem['stage']['kind'][]): number =>
    items.filter(({ stage }) => kinds.includes(stage.kind)).length;
  const unusable = items.filter(
    ({ stage, check }) =>
      stage.kind === 'checked' &&
      check !== null &&
      check.problem !== null &&
      !canBeTold(check.problem),
  ).length;
  return {
    checking: of('waiting', 'checking'),
    ready: of('checked') - unusable,
    sending: of('queued', 'sending'),
    refused: of('refused') + unusable,
    there: of('there'),
  };
}
