import type { TimelineStream } from '@yamori/domain';
import { eitReadings } from '@yamori/signal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeWindow } from '../../../live/chart/nights/night-spec.ts';
import type { ChartHandle } from '../night-chart.tsx';
import { Tool } from '../night-toolbar.tsx';
import { isComputed } from '../stream-lanes.ts';
import { ExportDialog } from './export-dialog.tsx';
import { usePicture } from './use-picture.ts';

type NightFilesProps = {
  readonly roomId: string;
  readonly roomName: string;
  readonly chosen: string;
  readonly title: string;
  readonly timeZone: string;
  readonly window: TimeWindow;
  readonly whole: TimeWindow;
  readonly streams: readonly TimelineStream[];
  readonly chart: ChartHandle | null;
};

/** The lane of an EIT device is the sum of its image; a file gets the full readings. */
const asExported = (stream: TimelineStream): TimelineStream =>
  isComputed(stream) ? { ...stream, kind: 'eit-readings', channels: eitReadings } : stream;

/** Exports from the viewer: a picture of the visible range, and the range as a file. */
export function NightFiles({
  roomId,
  roomName,
  chosen,
  title,
  timeZone,
  window,
  whole,
  streams,
  chart,
}: NightFilesProps) {
  const { t } = useTranslation('rooms');
  const [open, setOpen] = useState(false);
  const takePicture = usePicture(chart, {
    window,
    timeZone,
    heading: `${roomName} ${title}`,
    fileName: `${roomName}-${chosen}.png`,
  });
  return (
    <>
      <Tool onClick={() => void takePicture()}>{t('chart.picture')}</Tool>
      <Tool onClick={() => setOpen(true)}>{t('export.open')}</Tool>
      <ExportDialog
        open={open}
        onClose={() => setOpen(false)}
        roomId={roomId}
        timeZone={timeZone}
        seen={window}
        whole={whole}
        streams={streams.map(asExported)}
      />
    </>
  );
}
