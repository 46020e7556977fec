import { use, type ComponentType, type FunctionComponent } from 'react';

/**
 * A part of the product could not be fetched: the network is gone, or the server has another
 * version by now.
 */
export class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super('a part of the product could not be loaded', { cause });
    this.name = 'PartNotLoaded';
  }
}

const AGAIN_AFTER_MS = 100;

type Load<Props extends object, Name extends string> = () => Promise<
  Readonly<Record<Name, ComponentType<Props>>>
>;

/**
 * `fetchAhead`: fetches the part before it is drawn; it is then drawn at once, without the sign of
 * waiting.
 */
export type LazyPart<Props extends object> = FunctionComponent<Props> & {
  readonly fetchAhead: () => void;
};

/**
 * A component that is fetched when it is first drawn. A fetch that fails throws `PartNotLoaded` to
 * the boundary around it and is made again when that tries again. The page is never loaded anew by
 * itself, as the router's own way would.
 */
export function lazyPart<Props extends object, Name extends string>(
  load: Load<Props, Name>,
  name: Name,
): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;
  const part = (): Promise<ComponentType<Props>> => {
    loading ??= load().then(
      (module) => {
        loaded = module[name];
        return loaded;
      },
      (cause: unknown) => {
        // React draws once more before it gives up: that is not to fetch again.
        setTimeout(() => {
          loading = null;
        }, AGAIN_AFTER_MS);
        throw new PartNotLoaded(cause);
      },
    );
    return loading;
  };
  function LazyPart(props: Props) {
    // React shows the sign of waiting for a third of a second at least, even for a promise that has
    // long come true.
    const Part = loaded ?? use(part());
    return <Part {...props} />;
  }
  return Object.assign(LazyPart, {
    fetchAhead: () => {
      part().catch(() => undefined);
    },
  });
}
