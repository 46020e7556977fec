import { describe, expect, it } from 'vitest';
import { SERVICE_KINDS } from '../../collections/device.ts';
import { ACCESS_LEVELS, type AccessLevelName } from '../access-level.ts';
import type { Actor } from '../actor.ts';
import { mayWriteService } from './device-service-rules.ts';

const createActor = (name: AccessLevelName): Actor => ({
  userId: 'me',
  accessLevel: ACCESS_LEVELS[name],
  domainId: 'own',
  rootDomainId: 'own',
  singleTimeToken: null,
  hasOwnHome: false,
  reach: { kind: 'domains', domainIds: new Set(['own']) },
});
const entry = (kind: (typeof SERVICE_KINDS)[number], writtenBy = 'me') => ({
  path: 'device/A/deviceService/x',
  id: 'x',
  placement: { rootDomainId: 'own', domainIds: ['own'], sharedWith: [] },
  data: { kind, writtenBy },
});

describe('mayWriteService', () => {
  it('general staff record services; managers and agencies also calibrations, repairs and firmware', () => {
    expect(
      SERVICE_KINDS.filter((kind) => mayWriteService(createActor('generalStaff'), entry(kind))),
    ).toEqual(['service']);
    for (const level of ['administrator', 'agency', 'agencyAdmin'] as const)
      expect(
        SERVICE_KINDS.every((kind) => mayWriteService(createActor(level), entry(kind))),
        level,
      ).toBe(true);
  });

  it("records can be written only in one's own name", () => {
    expect(mayWriteService(createActor('ownerAdministrator'), entry('service', 'other'))).toBe(
      false,
    );
  });
});
