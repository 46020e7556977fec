import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../../kit/dialog/dialogs-context.tsx';
import { Button } from '../../../kit/form/button.tsx';
import { TextAreaField } from '../../../kit/form/text-area-field.tsx';
import { usePersonName } from '../../../shared/people/use-person-name.ts';
import { useLength, useMoments } from '../use-lane-labels.ts';
import css from './notes.module.css';
import type { Note, RoomNotes } from './use-notes.ts';

export const MAX_LETTERS = 1000;
/** The transaction itself sets slightly different creation and update times. */
const CHANGED_AFTER_MS = 2000;

/** Notes in the order of the night; also printed. */
export function NoteList({
  notes,
  room,
  timeZone,
  onShow,
}: {
  notes: readonly Note[];
  room: RoomNotes;
  timeZone: string;
  /** Absent where no axis can show the note. */
  onShow?: (note: Note) => void;
}) {
  const { t } = useTranslation('rooms');
  if (notes.length === 0) return <p className={css['none']}>{t('note.none')}</p>;
  return (
    <ol className={css['list']} aria-label={t('note.list')}>
      {notes
        .toSorted((a, b) => a.from.getTime() - b.from.getTime())
        .map((note) => (
          <Item
            key={note.documentReferenceId}
            note={note}
            room={room}
            timeZone={timeZone}
            onShow={onShow}
          />
        ))}
    </ol>
  );
}

function Item({
  note,
  room,
  timeZone,
  onShow,
}: {
  note: Note;
  room: RoomNotes;
  timeZone: string;
  onShow: ((note: Note) => void) | undefined;
}) {
  const { t } = useTranslation('rooms');
  const [editing, setEditing] = useState(false);
  const author = usePersonName(note.writtenBy);
  const { day, time } = useMoments(timeZone);
  const when = useNoteTime(timeZone);
  const dialogs = useDialogs();
  const written = note.createdAt ?? note.updatedAt;
  const isChanged = note.updatedAt.getTime() - written.getTime() > CHANGED_AFTER_MS;
  const remove = async (): Promise<void> => {
    if (
      await dialogs.confirm({
        title: t('note.removeTitle'),
        message: t('note.removeWhy', { time: when(note) }),
        ok: t('note.remove'),
        kind: 'danger',
      })
    )
      await room.remove(note);
  };
  return (
    <li data-note={note.documentReferenceId}>
      {onShow === undefined ? (
        <b>{when(note)}</b>
      ) : (
        <button
          type="button"
          className={css['when']}
          title={t('note.show')}
          onClick={() => onShow(note)}
        >
          {when(note)}
        </button>
      )}
      <div className={css['words']}>
        {editing ? (
          <Editor note={note} room={room} onDone={() => setEditing(false)} />
        ) : (
          <p>{note.text}</p>
        )}
        <small>
          {t('note.by', {
            name: author,
            at: `${day(written.getTime())} ${time(written.getTime())}`,
          })}
          {isChanged
            ? ` · ${t('note.changed', { at: `${day(note.updatedAt.getTime())} ${time(note.updatedAt.getTime())}` })}`
            : ''}
        </small>
      </div>
      <span className={css['acts']}>
        {room.mayChange(note) && !editing ? (
          <Button label={`${t('note.edit')} ${when(note)}`} onClick={() => setEditing(true)}>
            {t('note.edit')}
          </Button>
        ) : null}
        {room.mayRemove(note) ? (
          <Button label={`${t('note.remove')} ${when(note)}`} onClick={() => void remove()}>
            {t('note.remove')}
          </Button>
        ) : null}
      </span>
    </li>
  );
}

function Editor({ note, room, onDone }: { note: Note; room: RoomNotes; onDone: () => void }) {
  const { t } = useTranslation('rooms');
  const [text, setText] = useState(note.text);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const done = await room.change(note, text.trim());
    setBusy(false);
    if (done) onDone();
  };
  return (
    <div className={css['editor']}>
      <TextAreaField
        label={t('note.text')}
        name="text"
        rows={1}
        autoGrow
        value={text}
        maxLength={MAX_LETTERS}
        onChange={setText}
      />
      <span className={css['acts']}>
        <Button
          kind="primary"
          busy={busy}
          disabled={text.trim() === '' || text === note.text}
          onClick={() => void save()}
        >
          {t('note.save')}
        </Button>
        <Button onClick={onDone}>{t('note.cancel')}</Button>
      </span>
    </div>
  );
}

/** The time of a moment to the second, or of an interval with its length. */
export function useNoteTime(timeZone: string): (note: Pick<Note, 'from' | 'to'>) => string {
  const { t } = useTranslation('rooms');
  const { exact } = useMoments(timeZone);
  const length = useLength();
  return ({ from, to }) =>
    to === null
      ? exact(from.getTime())
      : t('note.stretch', {
          from: exact(from.getTime()),
          to: exact(to.getTime()),
          length: length(to.getTime() - from.getTime()),
        });
}
