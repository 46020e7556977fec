import { Drawing, type IconProps } from './icon.tsx';

/** Icons of the frame and of tools, in the same hand as the state shapes: one path each. */
const PATHS = {
  board: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  pulse: 'M2 12h4l2.500-7 4 14 3-9 1.500 2H22',
  device: 'M7 3h10a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM8.500 12h2l1-2.500 1.500 5 1-2.500h1.500M12 18v.01',
  room: 'M4 21V4h11v17M2.500 21h19M15 9h4.500v12M11.500 12.500v.01',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.800v4.400M9 14.800v4.400',
  upload: 'M12 16V4M7.500 8 12 3.500 16.500 8M4 15v5h16v-5',
  table: 'M3.500 5h17v14h-17zM3.500 10h17M3.500 14.500h17M9 5v14',
  organisation: 'M4 21V6l8-3v18M12 9l8 2.500V21M2.500 21h19M7.500 9.500v.01M7.500 13.500v.01M7.500 17.500v.01M16 14.500v.01M16 18v.01',
  lend: 'M4 8h13M13.500 4.500 17 8l-3.500 3.500M20 16H7M10.500 12.500 7 16l3.500 3.500',
  report: 'M6 3h8l4.500 4.500V21H6zM14 3v5h4.500M9 17v-2.500M12 17v-5M15 17v-3.500',
  statistics: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  bill: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  partners: 'M8.500 11a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400ZM2.500 19.500c0-3.300 2.700-5.500 6-5.500s6 2.200 6 5.500M15.500 4.800a3.200 3.200 0 0 1 0 6M17.500 14.300c2.400.7 4 2.600 4 5.200',
  fleet: 'M12 3v6M12 15v6M3 12h6M15 12h6M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  layout: 'M3.500 4.500h17v15h-17zM3.500 9.500h17M10 9.500v10',
  history: 'M3.500 12a8.500 8.500 0 1 0 2.600-6.100L3.500 8.500M3.500 4v4.500H8M12 7.500V12l3 2',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.500 9.500a2.600 2.600 0 1 1 3.700 2.400c-.8.400-1.200.9-1.200 1.800M12 16.800v.01',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20.500c0-3.700 3.400-6 7.500-6s7.500 2.300 7.500 6',
  search: 'M10.500 17.500a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM15.700 15.700 20.500 20.500',
  wifi: 'M2.500 9a14 14 0 0 1 19 0M5.700 12.700a9.300 9.300 0 0 1 12.600 0M9 16.300a4.500 4.500 0 0 1 6 0M12 19.800v.01',
  wifiOff: 'M3 3l18 18M2.500 9A14 14 0 0 1 7 6.200M11 5.400A14 14 0 0 1 21.500 9M5.700 12.700a9.300 9.300 0 0 1 4.500-2.300M15.500 11.200a9.300 9.300 0 0 1 2.800 1.500M9 16.300a4.500 4.500 0 0 1 6 0M12 19.800v.01',
  alert: 'M12 3.800 21.300 20H2.700L12 3.800ZM12 10v4.500M12 17.200v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.500M12 7.500v.01',
  check: 'M4.500 12.500 10 18 20 6.500',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  menu: 'M4 6.500h16M4 12h16M4 17.500h16',
  fold: 'M14 6l-6 6 6 6M20 6l-6 6 6 6',
  unfold: 'M10 6l6 6-6 6M4 6l6 6-6 6',
  down: 'M6 9.500l6 6 6-6',
  up: 'M6 14.500l6-6 6 6',
  right: 'M9.500 6l6 6-6 6',
  refresh: 'M20 11.500A8 8 0 0 0 5.700 7L3.500 9.500M3.500 4.500v5h5M4 12.500A8 8 0 0 0 18.300 17l2.200-2.500M20.500 19.500v-5h-5',
  signOut: 'M14 4H5v16h9M10 12h11M17.500 8.500 21 12l-3.500 3.500',
  filter: 'M3.500 5h17L14 13v6l-4 2v-8z',
  cards: 'M3.500 5h8v6h-8zM13.500 5h7v6h-7zM3.500 13h8v6h-8zM13.500 13h7v6h-7z',
  smallCards: 'M4 4h4v4H4zM10 4h4v4h-4zM16 4h4v4h-4zM4 10h4v4H4zM10 10h4v4h-4zM16 10h4v4h-4zM4 16h4v4H4zM10 16h4v4h-4zM16 16h4v4h-4z',
  plus: 'M12 4.500v15M4.500 12h15',
} as const;

export type ToolIconName = keyof typeof PATHS;

export const ToolIcon = ({ name, ...rest }: IconProps & { name: ToolIconName }) => (
  <Drawing {...rest} name={name}><path vectorEffect="non-scaling-stroke" d={PATHS[name]} /></Drawing>
);
