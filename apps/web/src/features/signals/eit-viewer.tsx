import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartCanvas } from '../../live/chart/chart-canvas.tsx';
import { useChartReport } from '../../live/chart/chart-context.tsx';
import {
  type ChartPalette,
  EIT_IMAGES,
  EIT_REGION_SETS,
  type EitImageKind,
  type EitRegionSet,
  type EitViewSpec,
  type LaneSpec,
} from '../../live/chart/chart-spec.ts';
import type { EitReport } from '../../live/chart/engine/chart-report.ts';
import { useConnectionState } from '../../live/documents/documents-context.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import type { Device } from './device-source.ts';
import { EitFindings } from './eit-findings.tsx';
import { EitRegionPicker } from './eit-region-picker.tsx';
import css from './eit.module.css';
import { NumberPanel } from './number-panel.tsx';
import { toLane } from './raw-setup.ts';
import frame from './raw.module.css';
import { SidePanel } from './side-panel.tsx';
import { SignalNotice } from './signal-notice.tsx';
import { TraceBoard, findView } from './trace-board.tsx';
import { readTraceSettings } from './trace-settings.ts';
import { Segments, TraceToolbar } from './trace-toolbar.tsx';
import { CSS_PX_PER_MM } from '../../live/chart/chart-spec.ts';

const LAYERS_FROM = 1;
const QUADRANTS_FROM = 5;
const REGIONS = 4;

/** The image settings from the address. */
function useEitChoice() {
  const [values, change] = useUrlParams();
  const image: EitImageKind = EIT_IMAGES.find((kind) => kind === values['image']) ?? 'live';
  const regions: EitRegionSet =
    EIT_REGION_SETS.find((set) => set === values['regions']) ?? 'layers';
  const selected = ['0', '1', '2', '3'].includes(values['region'] ?? '')
    ? Number(values['region'])
    : null;
  const ownScale = values['scale'] === 'own';
  const choose = (region: number | null): void =>
    change({ region: region === null ? undefined : String(region) });
  return {
    settings: readTraceSettings('raw-eit', values),
    image,
    regions,
    ownScale,
    selected,
    choose,
  };
}

type EitChoice = ReturnType<typeof useEitChoice>;

/**
 * The EIT image at the device's rate, its regions and their curves, and the findings of a breath.
 */
export function EitViewer({ serial, device }: { serial: string; device: Device }) {
  const { t } = useTranslation('raw');
  const choice = useEitChoice();
  const { settings, regions, selected } = choice;
  const [frozen, setFrozen] = useState(false);
  const [ruler, setRuler] = useState(false);
  const [viewId, setViewId] = useState<number | null>(null);
  const report = useChartReport();
  const link = useConnectionState();
  const reports = report.devices.filter((candidate) => candidate.serial === serial);
  const eit = findView(report, viewId)?.eit ?? null;
  const detail =
    eit === null ? t('states.waiting') : `${t('eit.quality')} ${Math.round(eit.quality * 100)}%`;
  return (
    <>
      <TraceToolbar
        screen="raw-eit"
        settings={settings}
        frozen={frozen}
        onFreeze={setFrozen}
        ruler={ruler}
        onRuler={setRuler}
        pxPerMm={CSS_PX_PER_MM}
        onCalibrate={() => undefined}
        more={<EitTools choice={choice} />}
      />
      <SignalNotice devices={[device]} reports={reports} />
      <div className={frame['body']} data-link={link.kind}>
        <div className={css['chest']}>
          <EitPicture
            serial={serial}
            choice={choice}
            frozen={frozen}
            eit={eit}
            label={t('eit.label', { device: serial, detail })}
            onAttached={setViewId}
          />
          <EitFindings eit={eit} regions={regions} selected={selected} onChoose={choice.choose} />
        </div>
        <div className={css['curves']}>
          <TraceBoard
            lanes={curveLanes(serial, choice)}
            watchAll={[]}
            settings={settings}
            frozen={frozen}
            ruler={ruler}
            pxPerMm={CSS_PX_PER_MM}
            label={t('label', { device: serial, stream: t('streams.eit-curves'), state: detail })}
          />
        </div>
        <SidePanel>
          <NumberPanel devices={reports} kinds={['eit']} />
        </SidePanel>
      </div>
    </>
  );
}

/** Selects the image and the regions. */
function EitTools({ choice: { image, regions, ownScale } }: { choice: EitChoice }) {
  const { t } = useTranslation('raw');
  const [, change] = useUrlParams();
  return (
    <>
      <Segments
        label={t('eit.image')}
        value={image}
        options={EIT_IMAGES.map((kind) => ({ value: kind, word: t(`eit.${kind}`) }))}
        onChoose={(kind) => change({ image: kind })}
      />
      <Segments
        label={t('eit.regions')}
        value={regions}
        options={EIT_REGION_SETS.map((set) => ({ value: set, word: t(`eit.${set}`) }))}
        onChoose={(set) => change({ regions: set, region: undefined })}
      />
      <Segments
        label={t('eit.scale')}
        value={ownScale ? 'own' : 'shared'}
        options={(['shared', 'own'] as const).map((value) => ({
          value,
          word: t(`eit.scales.${value}`),
        }))}
        onChoose={(scale) => change({ scale: scale === 'own' ? 'own' : undefined })}
      />
    </>
  );
}

type EitPictureProps = {
  readonly serial: string;
  readonly choice: EitChoice;
  readonly frozen: boolean;
  readonly eit: EitReport | null;
  readonly label: string;
  readonly onAttached: (viewId: number | null) => void;
};

function EitPicture({
  serial,
  choice: { image, regions, selected, choose },
  frozen,
  eit,
  label,
  onAttached,
}: EitPictureProps) {
  const { t } = useTranslation('raw');
  const spec = (palette: ChartPalette): EitViewSpec => ({
    kind: 'eit',
    serial,
    image,
    regions,
    selectedRegion: selected,
    frozen,
    palette,
  });
  return (
    <section className={css['picture']}>
      <div className={css['view']}>
        <ChartCanvas view={spec} className={css['canvas']} label={label} onAttached={onAttached} />
        {eit === null ? (
          <p className={css['waiting']}>{t('states.waiting')}</p>
        ) : (
          <EitRegionPicker regions={regions} selected={selected} eit={eit} onChoose={choose} />
        )}
      </div>
      <p className={css['caption']}>
        <span>{t('eit.unit')}</span>
        <span>{image === 'tidal' ? t('eit.hatch') : t('eit.orientation')}</span>
      </p>
    </section>
  );
}

/**
 * The global curve and one for each region, the selected one emphasised. Regions share one scale so
 * that they can be compared; on its own scale each shows its shape.
 */
function curveLanes(
  serial: string,
  { regions, selected, ownScale, settings }: EitChoice,
): LaneSpec[] {
  const from = regions === 'layers' ? LAYERS_FROM : QUADRANTS_FROM;
  const all = toLane(
    { serial, stream: 'eit-curves', channels: [0], colours: ['respiration'], name: 'all' },
    settings.gain,
    {},
    { weight: 1.6 },
  );
  const shown = Array.from({ length: REGIONS }, (_, region) => region).filter(
    (region) => selected === null || region === selected,
  );
  const sharedWith = Array.from({ length: REGIONS }, (_, region) => from + region);
  return [
    all,
    ...shown.map((region): LaneSpec => {
      const lane = toLane(
        {
          serial,
          stream: 'eit-curves',
          channels: [from + region],
          colours: ['impedance'],
          name: `${regions}${region}`,
        },
        settings.gain,
        {},
      );
      return ownScale || lane.scale.kind !== 'auto'
        ? lane
        : { ...lane, scale: { ...lane.scale, sharedWith } };
    }),
  ];
}
