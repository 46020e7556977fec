import { Gecko } from '../../kit/icons/gecko.tsx';
import { STATE_SHAPES, StateIcon } from '../../shared/room-state/state-icon.tsx';
import { TOOL_ICONS, ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './gallery.module.css';
import { Sample, SampleGroup } from './sample.tsx';

export const IconSamples = () => (
  <SampleGroup group="icons">
    <Sample name="StateIcon" isWide>
      <ul className={css['icons']}>
        {STATE_SHAPES.map((shape) => (
          <li key={shape}>
            <StateIcon shape={shape} size={28} />
            <code>{shape}</code>
          </li>
        ))}
      </ul>
    </Sample>
    <Sample name="ToolIcon" isWide>
      <ul className={css['icons']}>
        {TOOL_ICONS.map((name) => (
          <li key={name}>
            <ToolIcon name={name} size={24} />
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </Sample>
    <Sample name="Gecko">
      <Gecko size={104} />
    </Sample>
  </SampleGroup>
);

const COLOURS = [
  'surface-0',
  'surface-1',
  'surface-2',
  'surface-3',
  'line',
  'line-strong',
  'text',
  'text-2',
  'accent',
  'on-accent',
  'good',
  'warning',
  'danger',
  'information',
  'technical',
  'good-wash',
  'warning-wash',
  'danger-wash',
  'information-wash',
  'technical-wash',
] as const;

export const ColourSamples = () => (
  <SampleGroup group="colours">
    <Sample name="tokens.css" isWide>
      <ul className={css['colours']}>
        {COLOURS.map((name) => (
          <li key={name}>
            <span style={{ background: `var(--${name})` }} />
            <code>--{name}</code>
          </li>
        ))}
      </ul>
    </Sample>
  </SampleGroup>
);
