import type { EitRegionSet } from '../../live/chart/chart-spec.ts';
import type { EitReport } from '../../live/chart/engine/chart-report.ts';
import css from './eit.module.css';
import { REGIONS, useRegionName } from './signal-names.ts';

type PickerProps = {
  readonly regions: EitRegionSet;
  readonly selected: number | null;
  readonly eit: EitReport;
  readonly onChoose: (region: number | null) => void;
};

/** One button for each region over the body; pressing it again selects all regions. */
export function EitRegionPicker({ regions, selected, eit, onChoose }: PickerProps) {
  const getName = useRegionName();
  const { left, top, width, height } = eit.body;
  return (
    <div
      className={css['regions']}
      data-set={regions}
      style={{
        left: `${left * 100}%`,
        top: `${top * 100}%`,
        width: `${width * 100}%`,
        height: `${height * 100}%`,
      }}
    >
      {REGIONS.map((region) => (
        <button
          key={region}
          type="button"
          aria-pressed={selected === region}
          aria-label={getName(regions, region)}
          title={getName(regions, region)}
          onClick={() => onChoose(selected === region ? null : region)}
        />
      ))}
    </div>
  );
}
