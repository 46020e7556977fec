import { VIEW_WORDS } from '../locales/catalogue-words.ts';

/** Views that every server offers besides the default view, by path. */
export const standardViews = (): (readonly [
  path: string,
  fields: Readonly<Record<string, unknown>>,
])[] => [
  [
    'view/breathing',
    {
      name: VIEW_WORDS.breathing,
      scope: 'domain',
      listColumns: ['room', 'occupant', 'state', 'heartRate', 'respirationRate', 'device', 'night'],
      cardItems: ['occupant', 'heartRate', 'respirationRate', 'night'],
      viewerTracks: [
        'hypnogram',
        'heartRate',
        'respirationRate',
        'accident',
        'ecg',
        'impe',
        'respi-axl',
        'respihr',
      ],
    },
  ],
  [
    'view/presence',
    {
      name: VIEW_WORDS.presence,
      scope: 'domain',
      listColumns: ['room', 'occupant', 'state', 'since', 'posture', 'place', 'night'],
      cardItems: ['occupant', 'place', 'night'],
      viewerTracks: ['hypnogram', 'presence', 'movement', 'posture', 'accident', 'note'],
    },
  ],
];
