import type { WireDocument } from '@yamori/domain';
import type { Presentation, ReadDocument } from '../document-presentation.ts';
import type { PlacedRow } from '../document-row.ts';
import type { LiveTarget } from './live-target.ts';

export type ChangeEncoder = (row: PlacedRow, target: LiveTarget) => WireDocument;

/** Validates a changed document once and encodes it once for each set of visible fields. */
export function createChangeEncoder(presentation: Presentation): ChangeEncoder {
  const checked = new WeakMap<PlacedRow, ReadDocument>();
  const encoded = new WeakMap<PlacedRow, Map<string, WireDocument>>();
  return (row, target) => {
    const shown = JSON.stringify([target.hidden, target.query.select]);
    const known = encoded.get(row) ?? new Map<string, WireDocument>();
    encoded.set(row, known);
    const document = checked.get(row) ?? presentation.check(row);
    checked.set(row, document);
    const wire =
      known.get(shown) ?? presentation.wire(document, target.hidden, target.query.select);
    known.set(shown, wire);
    return wire;
  };
}
