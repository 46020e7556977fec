import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../client/document-reader.ts';
import { useDocuments } from '../../client/documents-context.tsx';
import { StateIcon } from '../../ui/icons/state-icon.tsx';
import { useViewer } from '../../ui/viewer/viewer-context.tsx';
import css from './top-bar.module.css';

/** Rooms with open accidents that are counted; a ward with more has other troubles than the exact number. */
const MOST_ROOMS = 200;

/** Open accidents of the rooms in reach, live; leads to the board with those rooms only. */
export function AccidentCount() {
  const { t } = useTranslation('frame');
  const count = useOpenAccidents();
  return (
    <Link to="/" search={count > 0 ? { accident: '1' } : {}} className={css['sign']} data-tone={count > 0 ? 'danger' : 'none'} title={count > 0 ? undefined : t('accidentsNone')}>
      <StateIcon shape="fall" size={18} />
      <span className={css['signWord']}>{count > 0 ? t('accidentsOpen', { count }) : t('accidentsNone')}</span>
    </Link>
  );
}

function useOpenAccidents(): number {
  const documents = useDocuments();
  const { organisationId } = useViewer();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const open = documents.collection('room').where('live.openAccidents', '>', 0).limit(MOST_ROOMS);
    const asked = organisationId === null ? open : open.where('domainId', '==', organisationId);
    return asked.subscribe(({ documents: rooms }) => setCount(rooms.filter(isWhole).reduce((sum, room) => sum + (room.live?.openAccidents ?? 0), 0)));
  }, [documents, organisationId]);
  return count;
}
