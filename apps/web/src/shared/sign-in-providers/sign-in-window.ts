import type { SignInWindow } from './sign-in-launcher.ts';

const WIDTH = 480;
const HEIGHT = 720;

/** The functions of a page's window. */
export const toSignInWindow = (view: Window & typeof globalThis): SignInWindow => ({
  openPopup: () => {
    const left = Math.max(0, Math.round(view.screenX + (view.outerWidth - WIDTH) / 2));
    const top = Math.max(0, Math.round(view.screenY + (view.outerHeight - HEIGHT) / 2));
    const popup = view.open(
      '',
      '',
      `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`,
    );
    if (popup === null) return null;
    // The provider's page must not control ours.
    popup.opener = null;
    return {
      closed: () => popup.closed,
      goTo: (address) => popup.location.replace(address),
      close: () => popup.close(),
    };
  },
  goTo: (address) => view.location.assign(address),
  openChannel: (name) => new view.BroadcastChannel(name),
  newId: () => view.crypto.getRandomValues(new Uint32Array(4)).join('-'),
});
