import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { Age } from '../../../kit/clock/age.tsx';
import { ToolIcon } from '../../../kit/icons/tool-icon.tsx';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import { getRoomId, useRoom, type FoundUpload, type Upload } from '../api.ts';
import { useSizeFormatter } from '../import-formatters.ts';
import css from '../imports.module.css';
import { useMayOpen } from '../../../shared/viewer/use-may-open.ts';
import { ImportActions } from './import-actions.tsx';
import { ImportDetails } from './import-details.tsx';
import { ImportFacts } from './import-facts.tsx';
import { ImportStateChip, shownState } from './import-state.tsx';
import { PersonName } from '../../../shared/people/person-name.tsx';

/** One import in a list; its details open below it. */
export function ImportRow({ found, withRoom = false }: { found: FoundUpload; withRoom?: boolean }) {
  const { t } = useTranslation('imports');
  if (isWhole(found)) return <WholeRow upload={found} withRoom={withRoom} />;
  return (
    <li className={css['row']}>
      <p className={css['note']}>{t('history.unreadable')}</p>
    </li>
  );
}

function WholeRow({ upload, withRoom }: { upload: Upload; withRoom: boolean }) {
  const { t } = useTranslation('imports');
  const size = useSizeFormatter();
  const { user } = useViewer();
  const [open, setOpen] = useState(false);
  const isOwnUnfinished = upload.state === 'uploading' && upload.uploadedBy === user?.uid;
  return (
    <li className={css['row']} data-import={upload.sha256}>
      <div className={css['rowHead']}>
        <ImportStateChip state={shownState(upload)} />
        <h3 title={upload.fileName}>{upload.fileName}</h3>
        <span className={css['size']}>
          {[upload.format.toUpperCase(), size(upload.sizeBytes)]
            .filter((text) => text !== '')
            .join(' · ')}
        </span>
        {withRoom ? <RoomLink roomId={getRoomId(upload.documentPath)} /> : null}
        <span className={css['byWhom']}>
          <PersonName userId={upload.uploadedBy} />
          {upload.createdAt === undefined ? null : (
            <>
              {' '}
              · <Age at={upload.createdAt} kind="ago" />
            </>
          )}
        </span>
        <button
          type="button"
          className={css['more']}
          aria-expanded={open}
          aria-label={`${t('history.details')}: ${upload.fileName}`}
          onClick={() => setOpen(!open)}
        >
          {t('history.details')}
          <ToolIcon name={open ? 'up' : 'down'} size={16} />
        </button>
      </div>
      <div className={css['rowBody']}>
        <div>
          <ImportFacts upload={upload} />
          {isOwnUnfinished ? <p className={css['note']}>{t('history.continueHint')}</p> : null}
        </div>
        <ImportActions upload={upload} />
      </div>
      {open ? <ImportDetails upload={upload} /> : null}
    </li>
  );
}

function RoomLink({ roomId }: { roomId: string }) {
  const room = useRoom(roomId);
  const mayOpen = useMayOpen('room-history');
  const name = 'value' in room && room.value !== null ? room.value.name : null;
  if (name === null) return null;
  return !mayOpen ? (
    <span>{name}</span>
  ) : (
    <Link className={css['roomName']} to="/room/$roomid/history" params={{ roomid: roomId }}>
      {name}
    </Link>
  );
}
