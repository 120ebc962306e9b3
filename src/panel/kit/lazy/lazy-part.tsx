import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '../listeners';
import { isDocumentLeft } from './left-document';

/** Code in a chunk of its own; shaped for `useSyncExternalStore`. */
export interface LazyPart<Part> {
  subscribe(listener: () => void): () => void;
  /** Null until it is loaded. */
  get(): Part | null;
  /**
   * Loads the code once; after a failure, the next call tries again. Never rejects: resolves to null, or to the error, which is also
   * logged.
   */
  load(): Promise<{ error: unknown } | null>;
}

export function lazyPart<Part>(request: () => Promise<Part>): LazyPart<Part> {
  const { subscribe, notify } = createListeners();
  let part: Part | null = null;
  let loading: ReturnType<LazyPart<Part>['load']> | null = null;
  async function begin() {
    try {
      part = await request();
      notify();
      return null;
    } catch (error) {
      loading = null;
      if (!isDocumentLeft()) console.error('Steward could not load a part of its panel.', error);
      return { error };
    }
  }
  return {
    subscribe,
    get: () => part,
    load() {
      loading ??= begin();
      return loading;
    },
  };
}

/** A component whose code is a chunk of its own. */
export type LazyComponent<Props extends object> = ComponentType<Props> & Pick<LazyPart<unknown>, 'load'>;

/**
 * A component whose code is loaded at the latest when it is first rendered. Until then it renders nothing. `React.lazy` isn't used, since
 * it delays suspended content by 300 ms. If loading fails, rendering throws the error to the nearest boundary; rendering it again tries to
 * load again.
 */
export function lazyComponent<Props extends object>(
  request: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const { subscribe, get, load } = lazyPart(request);
  function Lazy(props: Props) {
    const Component = useSyncExternalStore(subscribe, get);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => void load().then(setFailure), []);
    if (failure !== null) throw failure.error;
    return Component === null ? null : <Component {...props} />;
  }
  return Object.assign(Lazy, { load });
}
