import type { DocumentData } from '../collections/collections.ts';
import type { ProblemIssue } from '../contract/problem-schema.ts';
import { SHOWN_THRESHOLDS } from './shown-thresholds.ts';

/**
 * Items that a view can name: columns of the room table, items of room cards, tracks of a night,
 * and limits to draw.
 */
export const VIEW_ITEMS = {
  listColumns: [
    'room',
    'occupant',
    'state',
    'since',
    'heartRate',
    'respirationRate',
    'temperature',
    'posture',
    'device',
    'night',
    'place',
  ],
  cardItems: ['occupant', 'place', 'heartRate', 'respirationRate', 'temperature', 'night'],
  viewerTracks: [
    'hypnogram',
    'heartRate',
    'respirationRate',
    'movement',
    'presence',
    'posture',
    'temperature',
    'accident',
    'note',
    'gap',
    'ecg',
    'impe',
    'respi-axl',
    'respihr',
  ],
  thresholdsShown: SHOWN_THRESHOLDS,
} as const satisfies Readonly<Partial<Record<keyof DocumentData<'view'>, readonly string[]>>>;
export type ViewField = keyof typeof VIEW_ITEMS;

// Object.keys loses the key type; the keys are exactly ViewField.
export const VIEW_FIELDS = Object.keys(VIEW_ITEMS) as ViewField[];

/** Unknown and repeated names in a view, field by field. */
export function viewFaults(view: Readonly<Record<ViewField, readonly string[]>>): ProblemIssue[] {
  return VIEW_FIELDS.flatMap((field): ProblemIssue[] => {
    const known: readonly string[] = VIEW_ITEMS[field];
    const unknown = view[field].filter(
      (name, index, all) => !known.includes(name) || all.indexOf(name) !== index,
    );
    return unknown.length === 0
      ? []
      : [
          {
            field,
            code: 'keys-unknown',
            details: { keys: unknown.map((name) => `'${name}'`).join(', ') },
          },
        ];
  });
}
