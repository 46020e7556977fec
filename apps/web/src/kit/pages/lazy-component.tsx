import { use, type ComponentType, type FunctionComponent } from 'react';

/** A chunk failed to load: the network is down, or the server has another version. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('a part of the product could not be loaded', { cause });
    this.name = 'ChunkLoadError';
  }
}

const RETRY_DELAY_MS = 100;

type Load<Props extends object, Name extends string> = () => Promise<
  Readonly<Record<Name, ComponentType<Props>>>
>;

/** `prefetch`: loads the component before it renders, so that it renders without a spinner. */
export type LazyComponent<Props extends object> = FunctionComponent<Props> & {
  readonly prefetch: () => void;
};

/**
 * A component that loads when it first renders. A failed load throws `ChunkLoadError` to the error
 * boundary and is repeated on its retry. The page never reloads automatically, unlike with the
 * router's own lazy routes.
 */
export function lazyComponent<Props extends object, Name extends string>(
  load: Load<Props, Name>,
  name: Name,
): LazyComponent<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;
  const loadComponent = (): Promise<ComponentType<Props>> => {
    loading ??= load().then(
      (module) => {
        loaded = module[name];
        return loaded;
      },
      (cause: unknown) => {
        // React renders again before it reports the error; do not fetch again then.
        setTimeout(() => {
          loading = null;
        }, RETRY_DELAY_MS);
        throw new ChunkLoadError(cause);
      },
    );
    return loading;
  };
  function LazyComponent(props: Props) {
    // React shows a fallback for at least a third of a second, even for a resolved promise.
    const Component = loaded ?? use(loadComponent());
    return <Component {...props} />;
  }
  return Object.assign(LazyComponent, {
    prefetch: () => {
      loadComponent().catch(() => undefined);
    },
  });
}
