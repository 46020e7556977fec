/**
 * Nobody is told here any more: whoever signs in next has not asked for it. The push service tells
 * the server.
 */
export async function forgetBrowserNotices(
  container: ServiceWorkerContainer | undefined,
): Promise<void> {
  const registration = await container?.getRegistration('/');
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
