import { describe, expect, it } from 'vitest';
import { disclosureOfDocument, disclosureOfQuery } from './disclosures.ts';

describe('what is disclosed', () => {
  it('by a document: of its room, and nothing of what tells of no resident', () => {
    expect(disclosureOfDocument('room/201/sleep/2026-01-01')).toEqual({ action: 'nightsRead', path: 'room/201' });
    expect(disclosureOfDocument('room/201/accident/a')).toEqual({ action: 'accidentsRead', path: 'room/201' });
    expect(disclosureOfDocument('room/201/note/n')).toEqual({ action: 'notesRead', path: 'room/201' });
    for (const path of ['room/201', 'device/A', 'room/201/uploadHistory/u', 'domain/d/bill/1']) expect(disclosureOfDocument(path)).toBeNull();
  });

  it('by a question: of its room, of the organisation that it asks of, or else of the asker\'s', () => {
    const asker = { domainId: 'home' };
    expect(disclosureOfQuery(asker, { collection: 'room/201/sleep', filters: [] })).toEqual({ action: 'nightsRead', path: 'room/201' });
    expect(disclosureOfQuery(asker, { collection: 'accident', filters: [{ field: ['domainId'], op: '==', value: 'other' }] })).toEqual({ action: 'accidentsRead', path: 'domain/other' });
    expect(disclosureOfQuery(asker, { collection: 'note', filters: [{ field: ['domainId'], op: '!=', value: 'other' }] })).toEqual({ action: 'notesRead', path: 'domain/home' });
    expect(disclosureOfQuery(asker, { collection: 'room/201/sleep', filters: [] }, true)).toEqual({ action: 'nightsKept', path: 'domain/home' });
    expect(disclosureOfQuery({ domainId: null }, { collection: 'note', filters: [] })).toBeNull();
    expect(disclosureOfQuery(asker, { collection: 'room', filters: [] })).toBeNull();
  });
});
