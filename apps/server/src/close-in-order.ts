/** Closes one part after the other. */
export const inOrder = (steps: readonly (() => unknown)[]) => async (): Promise<void> => {
  for (const step of steps) await step();
};
