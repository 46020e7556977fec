import { useTranslation } from 'react-i18next';
import { readPrintPalette } from '../../../live/chart/nights/night-palette.ts';
import type { TimeWindow } from '../../../live/chart/nights/night-spec.ts';
import { saveFile } from '../../../kit/save-file.ts';
import type { ChartHandle } from '../night-chart.tsx';
import { useMoments } from '../use-lane-labels.ts';

/** Sharp in print. */
const PICTURE_RATIO = 2;

type Picture = {
  readonly window: TimeWindow;
  readonly timeZone: string;
  readonly heading: string;
  readonly fileName: string;
};

/** Redraws the visible range for print and saves it. */
export function usePicture(
  chart: ChartHandle | null,
  { window, timeZone, heading, fileName }: Picture,
): () => Promise<void> {
  const { t } = useTranslation('rooms');
  const { day, exact } = useMoments(timeZone);
  return async () => {
    const note = t('pictureNote', {
      from: `${day(window.fromMs)} ${exact(window.fromMs)}`,
      to: `${day(window.toMs)} ${exact(window.toMs)}`,
      zone: timeZone,
    });
    const picture = await chart?.picture({
      palette: readPrintPalette(document),
      pixelRatio: PICTURE_RATIO,
      heading,
      note,
    });
    if (picture !== undefined) saveFile(picture, fileName);
  };
}
