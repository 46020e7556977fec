/**
 * A chosen or dropped file, with the browser's handle if there is one. `record`: several files of
 * one recording, of which `file` is the first until they are bundled.
 */
export type ChosenFile = {
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
  readonly record?: { readonly name: string; readonly parts: readonly File[] };
};

/** Permission methods of browsers that store handles; the type library lacks them. */
type Askable = FileSystemFileHandle & {
  readonly queryPermission: (mode: { readonly mode: 'read' }) => Promise<PermissionState>;
  readonly requestPermission: (mode: { readonly mode: 'read' }) => Promise<PermissionState>;
};

export const isFileHandle = (value: unknown): value is FileSystemFileHandle =>
  typeof FileSystemFileHandle !== 'undefined' &&
  value instanceof FileSystemFileHandle &&
  value.kind === 'file';

const isAskable = (handle: FileSystemFileHandle): handle is Askable =>
  'queryPermission' in handle && 'requestPermission' in handle;

/** Whether a stored handle may be read: now, after a button press, or never again. */
export async function queryReadPermission(
  handle: FileSystemFileHandle | null,
): Promise<'granted' | 'ask' | 'gone'> {
  if (handle === null || !isAskable(handle)) return 'gone';
  const permission = await handle.queryPermission({ mode: 'read' }).catch(() => 'denied');
  return permission === 'granted' ? 'granted' : permission === 'prompt' ? 'ask' : 'gone';
}

/** Asks the user, who must just have pressed a button. Null if they refuse or the file is gone. */
export async function askToRead(handle: FileSystemFileHandle): Promise<File | null> {
  if (
    isAskable(handle) &&
    (await handle.requestPermission({ mode: 'read' }).catch(() => 'denied')) !== 'granted'
  )
    return null;
  return readFile(handle);
}

/** Null for a file that was moved or removed. */
export const readFile = (handle: FileSystemFileHandle): Promise<File | null> =>
  handle.getFile().catch(() => null);

type Picker = (options: { readonly multiple: boolean }) => Promise<readonly FileSystemFileHandle[]>;

/**
 * The browser's own dialog that returns handles; null without support, where a plain input must do.
 */
export function filePicker(view: Window): (() => Promise<readonly ChosenFile[]>) | null {
  const pick: unknown = Reflect.get(view, 'showOpenFilePicker');
  if (typeof pick !== 'function') return null;
  return async () => {
    try {
      // It has the form of the File System Access specification; checked above.
      const handles = await (pick as Picker).call(view, { multiple: true });
      const chosen = await Promise.all(
        handles.map(async (handle) => ({ file: await readFile(handle), handle })),
      );
      return chosen.flatMap(({ file, handle }) => (file === null ? [] : [{ file, handle }]));
    } catch (error) {
      // Closed without a choice.
      if (error instanceof DOMException && error.name === 'AbortError') return [];
      throw error;
    }
  };
}

type Droppable = DataTransferItem & {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
};

/** Dropped files. Must be called inside the event: they are inaccessible afterwards. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  const files = [...transfer.files];
  const items: readonly Droppable[] = [...transfer.items].filter(({ kind }) => kind === 'file');
  const handles = await Promise.all(
    items.map(async (item) => item.getAsFileSystemHandle?.().catch(() => null) ?? null),
  );
  return files.map((file, index) => {
    const handle = handles[index] ?? null;
    return { file, handle: isFileHandle(handle) ? handle : null };
  });
}
