import { decodeEitModel, type EitModel } from '@yamori/signal';
import modelUrl from '@yamori/signal/assets/eit-thorax.bin?url';

/**
 * Fetches the reconstruction model when it is asked for, once; a failed fetch is tried again at the
 * next asking.
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
  if (!answer.ok) throw new Error(`the EIT model answered ${answer.status}`);
  return decodeEitModel(await answer.arrayBuffer());
}
