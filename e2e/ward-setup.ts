import { startWard } from './ward.ts';

/**
 * Runs before all journeys. Uses the given address, or starts a server for them. The replay tests
 * need no server (`YAMORI_WARD=none`).
 */
// oxlint-disable-next-line import/no-default-export -- Playwright runs the default export
export default async function setUpWard(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['YAMORI_ADDRESS'] !== undefined || process.env['YAMORI_WARD'] === 'none')
    return undefined;
  const ward = await startWard();
  // The processes that run the journeys start afterwards and inherit this environment.
  process.env['YAMORI_ADDRESS'] = ward.address;
  return ward.stop;
}
