import { decodeEitModel, type EitModel } from '@yamori/signal';
import modelUrl from '@yamori/signal/assets/eit-thorax.bin?url';

/**
 * Fetches the reconstruction model on first use, once; the next call after a failure fetches again.
 */
export function createEitModelLoader(): () => Promise<EitModel> {
  let loading: Promise<EitModel> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function load(): Promise<EitModel> {
  const answer = await fetch(modelUrl);
  if (!answer.ok) throw new Error(`fetching the EIT model failed with HTTP ${answer.status}`);
  return decodeEitModel(await answer.arrayBuffer());
}
