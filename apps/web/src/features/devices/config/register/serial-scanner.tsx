import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/form/button.tsx';
import { ToolIcon } from '../../../../kit/icons/tool-icon.tsx';
import { drawPicture, openCodeReader, readCodeFile } from './read-code.ts';
import css from './register.module.css';
import { parseSerial } from './serial-text.ts';

type ScanError = 'refused' | 'noCamera' | 'notHere' | 'nothingFound' | 'noQrFound' | 'otherCode';

const LOOK_EVERY_MS = 250;

/** Reads a serial from the code on a device, by camera or from a picture. */
export function SerialScanner({ onFound }: { readonly onFound: (serial: string) => void }) {
  const { t } = useTranslation('deviceConfig');
  const [looking, setLooking] = useState(false);
  const [scanError, setScanError] = useState<ScanError | null>(null);
  const take = (codes: readonly string[]): boolean => {
    const serial = codes.map(parseSerial).find((text) => text !== null) ?? null;
    if (serial !== null) {
      setScanError(null);
      setLooking(false);
      onFound(serial);
    } else if (codes.length > 0) setScanError('otherCode');
    return serial !== null;
  };
  const readFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const { codes, readsBars } = await readCodeFile(file);
    if (codes.length === 0) setScanError(readsBars ? 'nothingFound' : 'noQrFound');
    else take(codes);
  };
  const start = (): void => {
    setScanError(null);
    // Cameras require a secure connection.
    if (navigator.mediaDevices === undefined) setScanError('notHere');
    else setLooking(true);
  };
  const fail = (why: ScanError): void => {
    setLooking(false);
    setScanError(why);
  };
  return (
    <div className={css['scanner']}>
      <div className={css['ways']}>
        <Button onClick={looking ? () => setLooking(false) : start}>
          <ToolIcon name="search" size={18} />
          {t(looking ? 'scan.stop' : 'scan.camera')}
        </Button>
        <label className={css['picture']}>
          <ToolIcon name="upload" size={18} />
          {t('scan.picture')}
          <input
            type="file"
            accept="image/*"
            className="visually-hidden"
            onChange={(event) => {
              void readFile(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </label>
      </div>
      {looking ? <Camera onCodes={take} onError={fail} /> : null}
      {scanError === null ? null : (
        <p role="alert" className={css['error']}>
          {t(`scan.${scanError}`)}
        </p>
      )}
    </div>
  );
}

type CameraProps = {
  readonly onCodes: (codes: readonly string[]) => boolean;
  readonly onError: (scanError: ScanError) => void;
};

function Camera({ onCodes, onError }: CameraProps) {
  const { t } = useTranslation('deviceConfig');
  const video = useRef<HTMLVideoElement>(null);
  const handlers = useRef({ onCodes, onError });
  useEffect(() => {
    handlers.current = { onCodes, onError };
  });
  useEffect(() => {
    const shown = video.current;
    const over = new AbortController();
    if (shown !== null)
      scanUntilFound(shown, handlers, over.signal).catch((error: unknown) =>
        handlers.current.onError(
          error instanceof DOMException && error.name === 'NotAllowedError'
            ? 'refused'
            : 'noCamera',
        ),
      );
    return () => over.abort();
  }, []);
  return (
    <video ref={video} className={css['video']} muted playsInline aria-label={t('scan.view')} />
  );
}

/** Reads camera pictures until a serial is found or the user stops. Always releases the camera. */
async function scanUntilFound(
  video: HTMLVideoElement,
  handlers: { readonly current: CameraProps },
  signal: AbortSignal,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
  const release = (): void => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) return release();
  signal.addEventListener('abort', release);
  video.srcObject = stream;
  await video.play();
  const reader = await openCodeReader();
  const canvas = document.createElement('canvas');
  while (!signal.aborted) {
    const codes =
      video.videoWidth === 0
        ? []
        : await reader.read(drawPicture(video, video.videoWidth, video.videoHeight, canvas));
    if (signal.aborted || (codes.length > 0 && handlers.current.onCodes(codes))) break;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS);
    });
  }
  release();
}
