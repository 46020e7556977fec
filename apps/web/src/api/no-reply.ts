/** For calls whose answer says only that it is done. */
export const NO_REPLY = {
  safeParse: (): { success: true; data: undefined } => ({ success: true, data: undefined }),
};
