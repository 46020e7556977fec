import { describe, expect, it } from 'vitest';
import { NOTIFY_CHOICES, profileApi } from './profile.ts';

describe('messages of the profile', () => {
  it('change of a profile only what is there, and nothing about rights', () => {
    expect(profileApi.change.body.parse({ phone: '03-1234-5678' })).toEqual({
      phone: '03-1234-5678',
    });
    for (const field of ['accessLevel', 'state', 'domainId', 'email'])
      expect(profileApi.change.body.safeParse({ [field]: 'x' }).success, field).toBe(false);
    expect(profileApi.change.body.safeParse({ phone: '<b>' }).success).toBe(false);
  });

  it('tell the same choices of notices as there are', () => {
    expect(Object.keys(profileApi.read.reply.shape.notify.shape).toSorted()).toEqual(
      Object.keys(NOTIFY_CHOICES).toSorted(),
    );
  });
});
