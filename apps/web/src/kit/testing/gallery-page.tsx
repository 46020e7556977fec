import { NOTIFICATION_POSITIONS, NOTIFICATION_TYPES } from '../toast/notification-store.ts';
import { KitGallery } from './kit-gallery.tsx';
import { stageUi } from './ui-stage.tsx';

/**
 * `kit.html` of the development server: every piece of the interface; with `?show=notifications`
 * notices at their nine places.
 */
const { notifications } = await stageUi(<KitGallery />, Date.now(), localStorage);
if (new URLSearchParams(location.search).get('show') === 'notifications') {
  for (const [index, position] of NOTIFICATION_POSITIONS.entries()) {
    const type = NOTIFICATION_TYPES[index % NOTIFICATION_TYPES.length] ?? 'info';
    notifications.show({
      message: `${position} · ${type}`,
      type,
      position,
      timeoutMs: 0,
      ...(index % 3 === 0 ? { action: { label: '元に戻す', run: () => undefined } } : {}),
    });
  }
}
