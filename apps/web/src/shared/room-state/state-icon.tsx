import type { ReactNode } from 'react';
import { Drawing, type IconProps } from '../../kit/icons/icon.tsx';

/** Icons of the states: each is distinguishable without its colour and at 16 px. */
export type StateShape =
  | 'asleep'
  | 'dozing'
  | 'awake'
  | 'inBed'
  | 'outOfBed'
  | 'unknown'
  | 'call'
  | 'fall'
  | 'deviceFault'
  | 'sensorOff'
  | 'battery'
  | 'undeployed';

const solid = { vectorEffect: 'non-scaling-stroke' } as const;

const SHAPES: Readonly<Record<StateShape, ReactNode>> = {
  asleep: (
    <path
      {...solid}
      d="M19.500 14.400A8.200 8.200 0 1 1 10 3.700a6.600 6.600 0 0 0 9.500 10.700Z"
    />
  ),
  dozing: (
    <path
      {...solid}
      d="M5.800 15A8.200 8.200 0 0 1 11.500 3.700 6.800 6.800 0 0 0 14.700 15M2.500 15h19M7 19h10"
    />
  ),
  awake: (
    <>
      <path {...solid} d="M2.500 12S6 6 12 6s9.500 6 9.500 6-3.500 6-9.500 6-9.500-6-9.500-6Z" />
      <circle {...solid} cx="12" cy="12" r="2.800" />
    </>
  ),
  inBed: (
    <>
      <path {...solid} d="M3 6v13M3 16h18v3M21 16v-2.500a3 3 0 0 0-3-3h-7V16" />
      <circle {...solid} cx="7" cy="11.700" r="2.100" />
    </>
  ),
  outOfBed: (
    <>
      <path {...solid} d="M2.500 9v10.500M2.500 16.500h19v3M21.500 16.500V14h-19" />
      <path
        {...solid}
        d="M15.200 10.400c-1.900 0-2-2-1.700-3.600.3-1.500 1-2.800 2.100-2.800 1.200 0 1.700 1.300 1.600 2.700-.1 1.700-.4 3.700-2 3.700Z"
      />
      <path {...solid} d="M18.900 3.500v.01M12.300 4v.01" />
    </>
  ),
  unknown: <circle {...solid} cx="12" cy="12" r="8" strokeDasharray="3 3.200" />,
  call: (
    <path
      {...solid}
      d="M6 16v-5a6 6 0 0 1 12 0v5l1.700 2.300H4.300L6 16ZM10 21a2.200 2.200 0 0 0 4 0M3.500 8.500a8 8 0 0 1 2-4M20.500 8.500a8 8 0 0 0-2-4"
    />
  ),
  fall: <path {...solid} d="M12 3.800 21.300 20H2.700L12 3.800ZM12 10v4.500M12 17.200v.01" />,
  deviceFault: (
    <path {...solid} d="M1.500 12H5l2.300-6 2 7M14.500 12l2.200 6L19 12h3.500M13.600 4l-3.200 16" />
  ),
  sensorOff: (
    <>
      <circle {...solid} cx="8" cy="15.500" r="5" />
      <path
        {...solid}
        d="M8 15.500v.01M11.500 12 14 9.500M16.500 7 20 3.500M15 13l4 4M19 13l-4 4"
      />
    </>
  ),
  battery: <path {...solid} d="M2.500 7.500H19v9H2.500zM21.500 10.500v3M5.500 10.500v3" />,
  undeployed: (
    <>
      <rect {...solid} x="4" y="6" width="16" height="12" rx="3" strokeDasharray="3 3" />
      <path {...solid} d="M9 12h6" />
    </>
  ),
};

/** All shapes, in the order of the set. */
export const STATE_SHAPES = Object.keys(SHAPES) as readonly StateShape[];

export const StateIcon = ({ shape, ...rest }: IconProps & { shape: StateShape }) => (
  <Drawing {...rest}>{SHAPES[shape]}</Drawing>
);
