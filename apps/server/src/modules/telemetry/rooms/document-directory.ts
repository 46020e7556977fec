import type { ChangeFeed, FeedChange } from '../../../core/documents/change-feed.ts';
import type { DocumentStore } from '../../../core/documents/document-store.ts';
import { readDirectory } from './directory-documents.ts';
import { createDirectoryIndex, type DeviceMoved, type DirectoryIndex } from './directory-index.ts';
import type { LiveDirectory } from './live-directory.ts';

type DocumentDirectoryOptions = {
  readonly store: DocumentStore;
  readonly feed: ChangeFeed;
  readonly onDeviceMoved: (moved: DeviceMoved) => void;
  readonly onReloadFailed: (error: unknown) => void;
};

export type DocumentDirectory = LiveDirectory & Pick<DirectoryIndex, 'onDeviceChanged'>;

/** Delay before another attempt at a failed reload. */
const RETRY_MS = 2_000;

/** Loads the directory from the documents and updates it from their change feed. */
export async function openDocumentDirectory({
  store,
  feed,
  onDeviceMoved,
  onReloadFailed,
}: DocumentDirectoryOptions): Promise<DocumentDirectory> {
  const index = createDirectoryIndex(onDeviceMoved);
  const load = async (): Promise<void> => index.replaceAll(await readDirectory(store));
  const following = await followFeed({ feed, load, apply: index.apply, onReloadFailed });
  return {
    devices: index.devices,
    rooms: index.rooms,
    revision: index.revision,
    onDeviceChanged: index.onDeviceChanged,
    close: () => following.close(),
  };
}

type FollowOptions = {
  readonly feed: ChangeFeed;
  readonly load: () => Promise<void>;
  readonly apply: (change: FeedChange) => void;
  readonly onReloadFailed: (error: unknown) => void;
};

/** Loads once, then applies the changes of the feed, and loads again after each gap in it. */
async function followFeed({ feed, load, apply, onReloadFailed }: FollowOptions) {
  /** Changes that arrive during a load are applied after it; null while none is running. */
  let early: FeedChange[] | null = [];
  let loadsAgain = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const reload = (): void => {
    // A gap during a load: that load may have begun before the gap, so load again afterwards.
    loadsAgain = early !== null;
    if (loadsAgain) return;
    early = [];
    clearTimeout(timer);
    load()
      .catch((error: unknown) => {
        onReloadFailed(error);
        if (!isClosed) timer = setTimeout(reload, RETRY_MS);
      })
      .finally(applyEarly);
  };
  const applyEarly = (): void => {
    const waiting = early ?? [];
    early = null;
    waiting.forEach(apply);
    if (loadsAgain && !isClosed) reload();
  };

  const following = feed.follow((event) => {
    if (event.kind === 'gap') reload();
    else if (early !== null) early.push(...event.changes);
    else event.changes.forEach(apply);
  });
  await load();
  applyEarly();
  return {
    close(): void {
      following.close();
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
