import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeWindow } from '../../../live/chart/nights/night-spec.ts';
import { Button } from '../../../kit/form/button.tsx';
import { TextAreaField } from '../../../kit/form/text-area-field.tsx';
import { MAX_LETTERS, NoteList, useNoteTime } from './note-list.tsx';
import css from './notes.module.css';
import type { Note, RoomNotes } from './use-notes.ts';

type Marks = { readonly t1Ms: number | null; readonly t2Ms: number | null };
type NotePanelProps = {
  readonly room: RoomNotes;
  readonly timeZone: string;
  /** The range whose notes are listed. */
  readonly night: TimeWindow;
  readonly marks: Marks;
  /** The cursor, or the middle of the visible range. */
  readonly pointedMs: () => number;
  readonly isOpen: boolean;
  readonly onShow: (note: Note) => void;
  readonly onWritten: () => void;
};

/** The notes of the night, and the form for a new one. A closed panel is still printed. */
export function NotePanel({
  room,
  timeZone,
  night,
  marks,
  pointedMs,
  isOpen,
  onShow,
  onWritten,
}: NotePanelProps) {
  const { t } = useTranslation('rooms');
  const nightNotes = findNightNotes(room.notes, night);
  return (
    <section
      className={css['panel']}
      aria-label={t('note.title')}
      data-open={isOpen || undefined}
      data-empty={nightNotes.length === 0 || undefined}
    >
      <h3>{t('note.title')}</h3>
      {room.mayWrite && isOpen ? (
        <NoteForm
          room={room}
          timeZone={timeZone}
          marks={marks}
          pointedMs={pointedMs}
          onWritten={onWritten}
        />
      ) : null}
      <NoteList notes={nightNotes} room={room} timeZone={timeZone} onShow={onShow} />
    </section>
  );
}

/** Notes that overlap a range. */
export const findNightNotes = (notes: readonly Note[], { fromMs, toMs }: TimeWindow): Note[] =>
  notes.filter(({ from, to }) => from.getTime() < toMs && (to ?? from).getTime() >= fromMs);

/**
 * The default time of a note: between both cursors, at the only cursor, else at the pointed time.
 */
export function toNoteRange({ t1Ms, t2Ms }: Marks, pointedMs: number): Pick<Note, 'from' | 'to'> {
  if (t1Ms !== null && t2Ms !== null && Math.round(t1Ms) !== Math.round(t2Ms))
    return {
      from: new Date(Math.round(Math.min(t1Ms, t2Ms))),
      to: new Date(Math.round(Math.max(t1Ms, t2Ms))),
    };
  return { from: new Date(Math.round(t1Ms ?? t2Ms ?? pointedMs)), to: null };
}

function NoteForm({
  room,
  timeZone,
  marks,
  pointedMs,
  onWritten,
}: Pick<NotePanelProps, 'room' | 'timeZone' | 'marks' | 'pointedMs' | 'onWritten'>) {
  const { t } = useTranslation('rooms');
  const formatNoteTime = useNoteTime(timeZone);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  // The pointed time when the form opened; cursors set later take precedence.
  const [openedMs] = useState(pointedMs);
  const range = toNoteRange(marks, openedMs);
  const write = async (): Promise<void> => {
    setBusy(true);
    const isWritten = await room.write({ ...range, text: text.trim() });
    setBusy(false);
    if (!isWritten) return;
    setText('');
    onWritten();
  };
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      <p>
        <b>{formatNoteTime(range)}</b>
        <small>{t('note.where')}</small>
      </p>
      <TextAreaField
        label={t('note.text')}
        name="note"
        rows={1}
        autoGrow
        counter
        value={text}
        maxLength={MAX_LETTERS}
        onChange={setText}
      />
      <Button kind="primary" submit busy={busy} disabled={text.trim() === ''}>
        {t('note.write')}
      </Button>
    </form>
  );
}
