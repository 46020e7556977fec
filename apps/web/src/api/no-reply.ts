/** For calls whose answer has no content. */
export const NO_REPLY = {
  safeParse: (): { success: true; data: undefined } => ({ success: true, data: undefined }),
};
