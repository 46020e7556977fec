import { describe, expect, it } from 'vitest';
import { ACCESS_LEVELS } from './access-level.ts';
import {
  getCountDisclosure,
  getDocumentDisclosure,
  getAlarmDisclosures,
  getQueryDisclosures,
} from './disclosures.ts';

describe('disclosures', () => {
  it('getDocumentDisclosure names the room, and is null for data not about a resident', () => {
    expect(getDocumentDisclosure('room/201/sleep/2026-01-01')).toEqual({
      action: 'nightsRead',
      path: 'room/201',
    });
    expect(getDocumentDisclosure('room/201/accident/a')).toEqual({
      action: 'accidentsRead',
      path: 'room/201',
    });
    expect(getDocumentDisclosure('room/201/note/n')).toEqual({
      action: 'notesRead',
      path: 'room/201',
    });
    for (const path of ['room/201', 'device/A', 'room/201/uploadHistory/u', 'domain/d/bill/1'])
      expect(getDocumentDisclosure(path)).toBeNull();
  });

  it("getQueryDisclosures names the room, the organisation in the filter, or the actor's own", () => {
    const asker = { accessLevel: ACCESS_LEVELS.generalStaff, domainId: 'home' };
    const notes = ['room/201/note/n'];
    const nights = ['room/201/sleep/2026-01-01', 'room/201/sleep/2026-01-02'];
    expect(
      getQueryDisclosures(asker, { collection: 'room/201/sleep', filters: [] }, nights),
    ).toEqual([{ action: 'nightsRead', path: 'room/201' }]);
    expect(
      getQueryDisclosures(
        asker,
        { collection: 'accident', filters: [{ field: ['domainId'], op: '==', value: 'other' }] },
        ['room/1/accident/a'],
      ),
    ).toEqual([{ action: 'accidentsRead', path: 'domain/other' }]);
    expect(
      getQueryDisclosures(
        asker,
        { collection: 'note', filters: [{ field: ['domainId'], op: '!=', value: 'other' }] },
        notes,
      ),
    ).toEqual([{ action: 'notesRead', path: 'domain/home' }]);
    expect(getQueryDisclosures(asker, { collection: 'note', filters: [] }, [])).toEqual([]);
    expect(getQueryDisclosures(asker, { collection: 'room', filters: [] }, ['room/201'])).toEqual(
      [],
    );
  });

  it('getQueryDisclosures names each room for agencies and the maker', () => {
    const shown = ['room/201/note/a', 'room/201/note/b', 'room/305/note/c'];
    for (const asker of [
      { accessLevel: ACCESS_LEVELS.seniorDeveloper, domainId: null },
      { accessLevel: ACCESS_LEVELS.agency, domainId: 'reseller' },
    ]) {
      expect(getQueryDisclosures(asker, { collection: 'note', filters: [] }, shown)).toEqual([
        { action: 'notesRead', path: 'room/201' },
        { action: 'notesRead', path: 'room/305' },
      ]);
      expect(
        getQueryDisclosures(
          asker,
          { collection: 'room/201/sleep', filters: [] },
          ['room/201/sleep/2026-01-01'],
          true,
        ),
      ).toEqual([{ action: 'nightsKept', path: 'room/201' }]);
    }
  });

  it('nights that a browser prefetches are disclosed per room, and other data as usual', () => {
    const asker = { accessLevel: ACCESS_LEVELS.generalStaff, domainId: 'home' };
    expect(
      getQueryDisclosures(
        asker,
        { collection: 'room/201/sleep', filters: [] },
        ['room/201/sleep/2026-01-01'],
        true,
      ),
    ).toEqual([{ action: 'nightsKept', path: 'room/201' }]);
    expect(
      getQueryDisclosures(
        asker,
        { collection: 'sleep', filters: [] },
        ['room/201/sleep/2026-01-01', 'room/305/sleep/2026-01-01'],
        true,
      ),
    ).toEqual([
      { action: 'nightsKept', path: 'room/201' },
      { action: 'nightsKept', path: 'room/305' },
    ]);
    expect(
      getQueryDisclosures(
        asker,
        { collection: 'room/201/note', filters: [] },
        ['room/201/note/n'],
        true,
      ),
    ).toEqual([{ action: 'notesRead', path: 'room/201' }]);
  });

  it('getAlarmDisclosures names the room, or each organisation once', () => {
    const rooms = ['home', 'home', 'annex', null].map((domainId, index) => ({
      path: `room/${index + 1}`,
      data: { domainId },
    }));
    expect(getAlarmDisclosures(rooms)).toEqual(
      ['domain/home', 'domain/annex', 'room/4'].map((path) => ({ action: 'accidentsRead', path })),
    );
    expect(getAlarmDisclosures(rooms.slice(0, 1))).toEqual([
      { action: 'accidentsRead', path: 'room/1' },
    ]);
    expect(getAlarmDisclosures([])).toEqual([]);
  });

  it('getCountDisclosure covers filtered counts of nights and alarms, but not plain totals', () => {
    const of = (collection: string, ...fields: string[]) =>
      getCountDisclosure(
        { domainId: 'own' },
        {
          collection,
          filters: fields.map((field) => ({
            field: field.split('.'),
            op: '==' as const,
            value: 'home',
          })),
        },
      );
    expect(of('room/1/sleep', 'metrics.TST')).toEqual({ action: 'nightsRead', path: 'room/1' });
    expect(of('accident', 'kind')).toEqual({ action: 'accidentsRead', path: 'domain/own' });
    expect(of('accident', 'domainId', 'kind')).toEqual({
      action: 'accidentsRead',
      path: 'domain/home',
    });
    expect([of('accident'), of('sleep', 'domainId'), of('room', 'name')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
