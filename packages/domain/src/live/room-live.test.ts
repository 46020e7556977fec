import { describe, expect, it } from 'vitest';
import { FULL_DOCUMENTS } from '../collections/testing/full-documents.ts';
import {
  deviceStatus,
  FAULTS,
  POSTURES,
  PRESENCES,
  roomLive,
  SLEEP_STATES,
  VITAL_MAXIMUM_AGE_SECONDS,
} from './room-live.ts';

const live = FULL_DOCUMENTS.room.live;
const status = FULL_DOCUMENTS.device.status;
const takes = (change: object): boolean => roomLive.safeParse({ ...live, ...change }).success;

describe('roomLive', () => {
  it('every state can be unknown', () => {
    for (const states of [PRESENCES, SLEEP_STATES, POSTURES]) expect(states).toContain('unknown');
    expect(FAULTS).toContain('none');
    expect(
      takes({
        presence: 'unknown',
        sleepState: 'unknown',
        posture: 'unknown',
        heartRate: null,
        respirationRate: null,
        temperature: null,
        lastFrameAt: null,
        postureAt: null,
      }),
    ).toBe(true);
  });

  it.each([
    'presence',
    'presenceSince',
    'sleepState',
    'sleepStateSince',
    'heartRate',
    'respirationRate',
    'temperature',
    'posture',
    'postureAt',
    'lastFrameAt',
    'fault',
    'faultSince',
    'faultSerial',
  ])('%s cannot be omitted', (field) => {
    expect(takes({ [field]: undefined })).toBe(false);
  });

  it('alarms and doubts default to none, and every vital counts as measured', () => {
    const {
      openAccidents: _count,
      accidents: _accidents,
      doubts: _doubts,
      measures: _measures,
      ...measured
    } = live ?? {};
    expect(roomLive.parse(measured)).toEqual({
      ...measured,
      openAccidents: 0,
      accidents: [],
      doubts: { heartRate: null, respirationRate: null },
      measures: ['heartRate', 'respirationRate', 'temperature'],
    });
    expect(takes({ accidents: [{ id: 'a', kind: 'call' }] })).toBe(false);
  });

  it('a reading has a time and a certainty, or is null', () => {
    const at = new Date(0);
    expect(takes({ heartRate: { value: 60, at, certainty: 0 } })).toBe(true);
    for (const reading of [
      60,
      { value: 60 },
      { value: 60, at },
      { value: 60, certainty: 1 },
      { value: 60, at, certainty: -0.1 },
      { value: Infinity, at, certainty: 1 },
      { value: 60, at, certainty: 1, unit: 'bpm' },
    ]) {
      expect(takes({ heartRate: reading }), JSON.stringify(reading)).toBe(false);
    }
  });

  it('unknown values of a state are rejected', () => {
    expect(takes({ presence: 'away' })).toBe(false);
    expect(takes({ sleepState: 'rem' })).toBe(false);
    expect(takes({ fault: 'broken' })).toBe(false);
    expect(takes({ posture: 'standing' })).toBe(false);
    expect(takes({ doubts: { heartRate: null, respirationRate: 'odd' } })).toBe(false);
  });

  it('heart rate expires first and skin temperature last', () => {
    const { heartRate, respirationRate, posture, temperature } = VITAL_MAXIMUM_AGE_SECONDS;
    expect([heartRate, respirationRate, posture, temperature]).toEqual([15, 30, 60, 120]);
  });
});

describe('deviceStatus', () => {
  it.each([
    ['batteryPercent', [-1, 101, '50']],
    ['framesReceived', [-1, 0.5]],
    ['framesRefused', [-1]],
    ['online', ['yes', null]],
    ['clockOffsetSeconds', ['0', Number.NaN]],
  ])('%s is rejected outside its range', (field, values) => {
    for (const value of values)
      expect(deviceStatus.safeParse({ ...status, [field]: value }).success, String(value)).toBe(
        false,
      );
  });

  it('battery, clock and times can be null', () => {
    expect(
      deviceStatus.safeParse({
        ...status,
        batteryPercent: null,
        clockOffsetSeconds: null,
        signalDbm: null,
        lastFrameAt: null,
        lastHeartbeatAt: null,
        onlineSince: null,
      }).success,
    ).toBe(true);
  });
});
