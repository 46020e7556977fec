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

/** `fetchAhead`: loads the component before it renders, so that it renders without a spinner. */
export type LazyPart<Props extends object> = FunctionComponent<Props> & {
  readonly fetchAhead: () => void;
};

/**
 * A component that loads when it first renders. A failed load throws `PartNotLoaded` to the error
 * boundary and is repeated on its retry. The page never reloads automatically, unlike with the
 * router's own lazy routes.
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
