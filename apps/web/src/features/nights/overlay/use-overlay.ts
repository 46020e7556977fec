import { ProblemError } from '@yamori/domain';
import { useQuery } from '@tanstack/react-query';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { useDocuments } from '../../../live/documents/documents-context.tsx';
import { useNightFigures } from '../../../shared/night-figures/api.ts';
import { useUrlParams } from '../../../kit/url-state/use-url-params.ts';
import type { Night } from '../api.ts';
import { ALIGNMENTS, toOverlay, type Alignment, type Overlay } from './overlay-night.ts';

const FRESH_MS = 60_000;
const MAX_NIGHTS = 32;
const MAX_ROOMS = 300;
const again = (count: number, error: Error): boolean =>
  count < 2 && !(error instanceof ProblemError);

export type OverlayChoice = {
  /** The room of the overlaid nights; empty for the current room. */
  readonly roomId: string;
  /** The name of the other room, once it is known. */
  readonly roomName: string | null;
  readonly nights: readonly string[];
  readonly night: string;
  readonly alignment: Alignment;
  readonly overlay: Overlay | null;
  /** `missing`: the night does not exist, or the user cannot access it. */
  readonly state: 'none' | 'loading' | 'missing' | 'shown';
  readonly change: (change: {
    readonly roomId?: string;
    readonly night?: string;
    readonly alignment?: Alignment;
  }) => void;
};

/**
 * A night of this room or another accessible room, drawn over the chosen one. The address holds the
 * choice.
 */
export function useOverlay(
  roomId: string,
  nights: readonly Night[],
  chosen: string,
): OverlayChoice {
  const [values, changeAddress] = useUrlParams();
  const requestedRoomId = values['withRoom'] ?? '';
  const other = requestedRoomId === roomId ? '' : requestedRoomId;
  const night = values['with'] ?? '';
  const alignment = ALIGNMENTS.find((candidate) => candidate === values['align']) ?? 'clock';
  const choices = useRoomNights(other);
  const found = useRoomNight(other, night);
  const own = nights.filter(
    (candidate) => candidate.night !== chosen && candidate.state === 'done',
  );
  const drawn =
    other === '' ? own.find((candidate) => candidate.night === night) : found.data?.night;
  const isRequested = night !== '' && (other !== '' || night !== chosen);
  return {
    roomId: other,
    roomName: found.data?.roomName ?? null,
    night: isRequested ? night : '',
    alignment,
    nights: other === '' ? own.map((ownNight) => ownNight.night) : (choices.data ?? []),
    overlay:
      drawn === undefined || !isRequested
        ? null
        : toOverlay(
            {
              night: chosen,
              result: nights.find(
                (candidate) => candidate.night === chosen && candidate.state === 'done',
              ),
            },
            drawn,
            alignment,
          ),
    state: !isRequested
      ? 'none'
      : drawn !== undefined
        ? 'shown'
        : other !== '' && found.isPending
          ? 'loading'
          : 'missing',
    change: (next) =>
      changeAddress({
        ...(next.roomId === undefined ? {} : { withRoom: next.roomId, with: undefined }),
        ...(next.night === undefined ? {} : { with: next.night }),
        ...(next.alignment === undefined
          ? {}
          : { align: next.alignment === 'clock' ? undefined : next.alignment }),
      }),
  };
}

/** The newest nights of another room that have a result, with their figures. */
function useRoomNights(roomId: string) {
  const client = useNightFigures();
  return useQuery({
    queryKey: ['overlay-nights', roomId],
    staleTime: FRESH_MS,
    retry: again,
    enabled: roomId !== '',
    queryFn: async () =>
      (
        await client.read({
          roomIds: [roomId],
          nights: { kind: 'newest', count: MAX_NIGHTS },
          figures: [],
        })
      ).flatMap((room) =>
        room.nights.filter(({ state }) => state === 'done').map(({ night }) => night),
      ),
  });
}

/** One whole night of another room; missing when the user cannot access it. */
function useRoomNight(roomId: string, night: string) {
  const documents = useDocuments();
  return useQuery({
    queryKey: ['overlay-night', roomId, night],
    staleTime: FRESH_MS,
    retry: again,
    enabled: roomId !== '' && night !== '',
    queryFn: async () => {
      const [room, [found]] = await Promise.all([
        documents.doc(`room/${roomId}`).get(),
        documents.collection(`room/${roomId}/sleep`).where('night', '==', night).limit(1).get(),
      ]);
      return {
        roomName: room !== null && isWhole(room) ? room.name : null,
        night: found !== undefined && isWhole(found) && found.state === 'done' ? found : undefined,
      };
    },
  });
}

/** Accessible rooms whose nights can be overlaid; loaded when the chooser opens. */
export function useOverlayRooms(isRequested: boolean) {
  const documents = useDocuments();
  return useQuery({
    queryKey: ['overlay-rooms'],
    staleTime: FRESH_MS,
    retry: again,
    enabled: isRequested,
    queryFn: async () =>
      (await documents.collection('room').orderBy('name').limit(MAX_ROOMS).get()).flatMap((room) =>
        isWhole(room)
          ? [
              {
                roomId: room.documentReferenceId,
                name: [room.name, room.floor].filter((part) => part !== '').join(' '),
              },
            ]
          : [],
      ),
  });
}
