import { startWard } from './ward.ts';

/**
 * Runs before all journeys: an address that is given is used, otherwise they get a ward of their
 * own.
 */
// oxlint-disable-next-line import/no-default-export -- the runner of the journeys takes the default one
export default async function setUpWard(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['YAMORI_ADDRESS'] !== undefined) return undefined;
  const ward = await startWard();
  // The processes that run the journeys start after this one and take its environment over.
  process.env['YAMORI_ADDRESS'] = ward.address;
  return ward.stop;
}
