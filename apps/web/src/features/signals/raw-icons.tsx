import { Drawing, type IconProps } from '../../kit/icons/icon.tsx';

/** Icons of the trace tools, in the style of the other icons. */
const PATHS = {
  freeze: 'M8.500 5v14M15.500 5v14',
  resume: 'M7 4.500 19 12 7 19.500z',
  ruler: 'M3 8.500h18v7H3zM7 8.500v3M11 8.500v4M15 8.500v3M19 8.500v3',
  calibrate: 'M4 4v16M20 4v16M4 12h16M8 9l-4 3 4 3M16 9l4 3-4 3',
} as const;

export const RawIcon = ({ name, ...rest }: IconProps & { name: keyof typeof PATHS }) => (
  <Drawing {...rest}>
    <path vectorEffect="non-scaling-stroke" d={PATHS[name]} />
  </Drawing>
);
