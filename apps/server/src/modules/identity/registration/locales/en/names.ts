export const names = { guest: 'Guest' } as const;
