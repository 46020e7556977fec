import type { Reading } from '@yamori/signal';

/**
 * Turning over moves a sensor by 20 mg or more; breath and heartbeat by at most 3 mg
 * (packages/signal, `createMovement`).
 */
const MOVING_MG = 20;
export const isMovement = (movement: Reading): boolean =>
  movement.kind === 'value' && movement.value >= MOVING_MG;
