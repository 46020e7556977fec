import { useTranslation } from 'react-i18next';
import { NoteList } from '../notes/note-list.tsx';
import { findNightNotes } from '../notes/note-panel.tsx';
import { useNotes } from '../notes/use-notes.ts';
import type { Night, Room } from '../api.ts';
import css from './result.module.css';

/** The team's notes of this night; renders nothing without notes. */
export function ResultNotes({
  room,
  night,
  timeZone,
}: {
  room: Room;
  night: Night;
  timeZone: string;
}) {
  const { t } = useTranslation('rooms');
  const range = { fromMs: night.from.getTime(), toMs: night.to.getTime() };
  const notes = useNotes(room, range);
  const own = findNightNotes(notes.notes, range);
  if (own.length === 0) return null;
  return (
    <section className={css['part']} aria-label={t('note.title')}>
      <h3>{t('note.title')}</h3>
      <NoteList notes={own} room={notes} timeZone={timeZone} />
    </section>
  );
}
