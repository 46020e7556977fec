/** Names that we give. */
export const names = { guest: 'ゲスト' } as const;
