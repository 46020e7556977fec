/** Only an address of ours may be returned to after signing in: a path, never another host. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next) || next.startsWith('/login')) return '/';
  return next;
}
