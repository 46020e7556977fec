import type { Reading } from '@yamori/signal';

/**
 * Turning over moves a sensor by 20 mg and more, breath and heart by 3 at most (packages/signal,
 * `createMovement`).
 */
const MOVING_MG = 20;
export const isMovement = (movement: Reading): boolean =>
  movement.kind === 'value' && movement.value >= MOVING_MG;
