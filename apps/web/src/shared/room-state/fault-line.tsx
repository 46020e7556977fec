import type { RoomLive } from '@yamori/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isWhole } from '../../live/documents/document-reader.ts';
import { useDocuments, useLiveQuery } from '../../live/documents/documents-context.tsx';
import css from './room-state.module.css';
import { getFaultMark, type FaultMark } from './room-status.ts';

type FaultLineProps = {
  readonly live: RoomLive | null;
  /** `small`: two lines fit into the space of one. */
  readonly size?: 'small';
};

/** The fault that leaves the state valid, with its device, on a line below the state. */
export function FaultLine({ live, size }: FaultLineProps) {
  const text = useFaultText();
  const mark = getFaultMark(live);
  if (mark === null || mark.serial === null) return null;
  return (
    <span className={css['faultLine']} data-size={size} data-tone="technical">
      {mark.word === 'fault.deviceOffline' ? <SilentDevice serial={mark.serial} /> : text(mark)}
    </span>
  );
}

/** A fault in one text with its device, such as 「センサー外れ A-1042」. */
export function useFaultText(): (mark: FaultMark) => string {
  const { t } = useTranslation('states');
  return ({ word, serial }) =>
    serial === null ? t(word) : t('faultOfDevice', { fault: t(word), serial });
}

/** Until its document is read, it is unknown whether the device ever sent anything. */
function SilentDevice({ serial }: { readonly serial: string }): ReactNode {
  const { t } = useTranslation('states');
  const text = useFaultText();
  const found = useLiveQuery(
    useDocuments().collection('device').where('serial', '==', serial).limit(1),
  );
  const device = 'value' in found ? found.value.find(isWhole) : undefined;
  if (device === undefined) return text({ word: 'fault.deviceOffline', serial });
  const hasSent = (device.status?.lastFrameAt ?? null) !== null;
  return t(hasSent ? 'silentDevice' : 'neverSent', { serial });
}
