import { describe, expect, it } from 'vitest';
import { NOTIFY_CHOICES, profileApi } from './profile.ts';

describe('profileApi', () => {
  it('changes only existing fields of a profile, and no rights', () => {
    expect(profileApi.change.body.parse({ phone: '03-1234-5678' })).toEqual({
      phone: '03-1234-5678',
    });
    for (const field of ['accessLevel', 'state', 'domainId', 'email'])
      expect(profileApi.change.body.safeParse({ [field]: 'x' }).success, field).toBe(false);
    expect(profileApi.change.body.safeParse({ phone: '<b>' }).success).toBe(false);
  });

  it('lists exactly the notification choices that exist', () => {
    expect(Object.keys(profileApi.read.reply.shape.notify.shape).toSorted()).toEqual(
      Object.keys(NOTIFY_CHOICES).toSorted(),
    );
  });
});
