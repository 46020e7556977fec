import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/form/button.tsx';
import { EmptyState } from '../../../ui/pages/page-state.tsx';
import { useImportQueue } from '../imports-context.ts';
import css from '../imports.module.css';
import { canBeTold } from '../reading/file-check.ts';
import { missingFor, type ImportItem } from '../uploads/import-item.ts';
import { DropZone } from './drop-zone.tsx';
import { FileCard } from './file-card.tsx';

/** Files that come in, and where each of them is. With a room, only those for it. */
export function ImportDesk({ roomId }: { roomId: string | null }) {
  const { t } = useTranslation('imports');
  const [queue, items] = useImportQueue();
  const own = roomId === null ? items : items.filter((item) => item.roomId === roomId);
  const ready = own.filter((item) => missingFor(item) === null);
  const done = own.filter(({ stage }) => stage.kind === 'there');
  const counts = countsOf(own);
  return (
    <div className={css['desk']}>
      <DropZone isSmall={own.length > 0} onFiles={(files) => queue.add(files, roomId)} />
      <output className="visually-hidden">{own.length === 0 ? '' : t('desk.status', counts)}</output>
      {own.length === 0 ? <EmptyState compact title={t('desk.emptyTitle')} why={t('desk.emptyWhy')} /> : (
        <>
          <div className={css['deskTools']}>
            <p className={css['note']}>{t('desk.keepsGoing')}</p>
            {done.length > 1 ? <Button onClick={() => { for (const { id } of done) queue.remove(id); }}>{t('desk.tidy')}</Button> : null}
            {ready.length > 1 ? <Button kind="primary" onClick={() => { for (const { id } of ready) queue.start(id); }}>{t('desk.startAll', { count: ready.length })}</Button> : null}
          </div>
          <ul className={css['cards']} aria-label={t('desk.list')}>
            {own.map((item) => <FileCard key={item.id} item={item} queue={queue} isRoomFixed={roomId !== null} isPrimary={ready.length === 1} />)}
          </ul>
        </>
      )}
    </div>
  );
}

function countsOf(items: readonly ImportItem[]) {
  const of = (...kinds: readonly ImportItem['stage']['kind'][]): number => items.filter(({ stage }) => kinds.includes(stage.kind)).length;
  const unusable = items.filter(({ stage, check }) => stage.kind === 'checked' && check !== null && check.problem !== null && !canBeTold(check.problem)).length;
  return { checking: of('waiting', 'checking'), ready: of('checked') - unusable, sending: of('queued', 'sending'), refused: of('refused') + unusable, there: of('there') };
}
