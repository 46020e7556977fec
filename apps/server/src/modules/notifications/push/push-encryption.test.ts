import { describe, expect, it } from 'vitest';
import { encryptPush } from './push-encryption.ts';
import { isPushAddress, PUSH_HOSTS } from './push-hosts.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

describe('encryptPush', () => {
  it('encrypts the example of RFC 8291, appendix A', () => {
    const body = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), KEYS, {
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    });
    expect(body.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('encrypts the same message differently each time', () => {
    const [one, other] = [encryptPush(Buffer.from('a'), KEYS), encryptPush(Buffer.from('a'), KEYS)];
    expect(one.equals(other)).toBe(false);
  });
});

describe('isPushAddress', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-a.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
  ])('accepts a push service: %s', (endpoint) => {
    expect(isPushAddress(endpoint, PUSH_HOSTS)).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://push.apple.com.evil.example/x',
    'https://evilpush.apple.com/x',
    'https://localhost/x',
    'https://fcm.googleapis.com.evil.example/x',
  ])('rejects any other address: %s', (endpoint) => {
    expect(isPushAddress(endpoint, PUSH_HOSTS)).toBe(false);
  });
});
