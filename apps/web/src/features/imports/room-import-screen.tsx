import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ImportDesk } from './desk/import-desk.tsx';
import css from './imports.module.css';

/** Imports files into the room in the address. */
export function RoomImportScreen() {
  const { t } = useTranslation('imports');
  const { roomid = '' } = useParams({ strict: false });
  return (
    <div className={css['screen']}>
      <ImportDesk key={roomid} roomId={roomid} />
      <p className={css['ways']}>
        <Link to="/room/$roomid/history" params={{ roomid }}>
          {t('desk.toHistory')}
        </Link>
        <Link to="/data-import">{t('desk.toAll')}</Link>
      </p>
    </div>
  );
}
