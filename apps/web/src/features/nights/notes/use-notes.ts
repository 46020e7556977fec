import {
  isVisible,
  mayRemoveNote,
  mayWriteNote,
  notesVisibleTo,
  type noteCollection,
} from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import type { TimeWindow } from '../../../live/chart/nights/night-spec.ts';
import { attempt } from '../../../call-outcome.ts';
import { isWhole, type DocumentOf } from '../../../live/documents/document-reader.ts';
import { useDocuments, useLiveQuery } from '../../../live/documents/documents-context.tsx';
import { useCommandLabel } from '../../../shared/connection/use-command-label.ts';
import { useToasts } from '../../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../../kit/pages/use-problem-message.ts';
import { toActor } from '../../../shared/viewer/viewer-actor.ts';
import { useViewer } from '../../../shared/viewer/viewer-context.tsx';
import type { Room } from '../api.ts';

export type Note = DocumentOf<typeof noteCollection>;
type NoteContent = Pick<Note, 'from' | 'to' | 'text'>;

const MAX_NOTES = 500;
/** Maximum length of a note: one that began before the visible range may reach into it. */
const MAX_NOTE_MS = 31 * 86_400_000;

export type RoomNotes = {
  /** Latest first, live. */
  readonly notes: readonly Note[];
  /** False for readers without access to notes; they must not learn whether any exist. */
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
  readonly mayChange: (note: Note) => boolean;
  readonly mayRemove: (note: Note) => boolean;
  /**
   * False when the server rejected the write and the user saw the reason. Offline it waits
   * (decision 018).
   */
  readonly write: (words: NoteContent) => Promise<boolean>;
  readonly change: (note: Note, text: string) => Promise<boolean>;
  readonly remove: (note: Note) => Promise<boolean>;
};

/**
 * Notes of a room in its visible range, and what this reader may do with them. The server applies
 * the same rules.
 */
export function useNotes(room: Room, { fromMs, toMs }: TimeWindow): RoomNotes {
  const documents = useDocuments();
  const actor = toActor(useViewer());
  const deliver = useDelivery();
  const roomId = room.documentReferenceId;
  const found = useLiveQuery(
    documents
      .collection(`room/${roomId}/note`)
      .where('from', '>=', new Date(fromMs - MAX_NOTE_MS))
      .where('from', '<', new Date(toMs))
      .orderBy('from', 'desc')
      .limit(MAX_NOTES),
  );
  const placed = (data: Partial<Note>) => ({
    path: `room/${roomId}/note/n`,
    id: 'n',
    placement: {
      rootDomainId: room.rootDomainId,
      domainIds: [room.domainId],
      sharedWith: room.sharedWith,
    },
    data,
  });
  const about = { what: 'note', name: room.name, target: `room/${roomId}` } as const;
  const place = (noteId: string) => documents.doc(`room/${roomId}/note/${noteId}`);
  return {
    notes: 'value' in found ? found.value.filter((note): note is Note => isWhole(note)) : [],
    mayRead: actor !== null && isVisible(placed({}), notesVisibleTo(actor)),
    mayWrite: actor !== null && mayWriteNote(actor, placed({ writtenBy: actor.userId })),
    mayChange: ({ writtenBy }) =>
      actor !== null && writtenBy === actor.userId && mayWriteNote(actor, placed({ writtenBy })),
    mayRemove: ({ writtenBy }) => actor !== null && mayRemoveNote(actor, placed({ writtenBy })),
    write: (words) =>
      deliver(
        () =>
          place(crypto.randomUUID()).create(
            { ...words, writtenBy: actor?.userId ?? '' },
            { whenOffline: 'queue', about },
          ),
        about,
      ),
    change: (note, text) =>
      deliver(
        () => place(note.documentReferenceId).update({ text }, { whenOffline: 'queue', about }),
        about,
      ),
    remove: (note) =>
      deliver(async () => {
        await place(note.documentReferenceId).delete();
        return { kind: 'sent' };
      }, about),
  };
}

type About = { readonly what: string; readonly name: string; readonly target: string };

/** Runs a command and shows its outcome if it is not visible otherwise. */
function useDelivery(): (
  call: () => Promise<{ readonly kind: 'sent' | 'queued' }>,
  about: About,
) => Promise<boolean> {
  const { t } = useTranslation('offline');
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const formatCommand = useCommandLabel();
  return async (call, about) => {
    const outcome = await attempt(call);
    if (outcome.kind === 'refused')
      toasts.show({ type: 'negative', message: formatProblem(outcome.problem) });
    else if (outcome.value.kind === 'queued')
      toasts.show({ type: 'warning', message: t('queued', { what: formatCommand(about) }) });
    return outcome.kind === 'done';
  };
}
