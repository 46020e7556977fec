import type { UserInfo } from '@yamori/domain';

/** A member of general staff of the organisation `home`. */
export const aUser = (change: Partial<UserInfo> = {}): UserInfo => ({
  providerId: 'email',
  displayName: '夜勤 花子',
  email: 'a@b.example',
  phoneNumber: null,
  photoURL: null,
  uid: 'u',
  isEmailVerified: true,
  isAnonymous: false,
  loginProviders: [],
  accessLevel: 3,
  domainId: 'home',
  rootDomainId: 'home',
  singleTimeToken: null,
  mfas: [],
  signInTime: '2026-11-21T03:00:00+09:00',
  ...change,
});
