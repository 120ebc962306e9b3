import { type ComponentType, createElement, useEffect, useState } from 'react';

/** A component whose code is a chunk of its own. */
export type LazyComponent<Props extends object> = ComponentType<Props> & {
  /** Loads the code ahead of need. Never rejects: a failure is reported where the component is rendered. */
  preload(): Promise<void>;
};

/**
 * A component that is loaded when it is first rendered, or preloaded. It renders nothing until then. Not `React.lazy`, which
 * delays suspended content by 300 ms. If loading fails, rendering throws the error to the nearest boundary, and the next
 * attempt to render loads again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  function begin(): Promise<void> {
    loading ??= load().then(
      (component) => {
        loaded = component;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  }

  function Lazy(props: Props) {
    const [outcome, setOutcome] = useState<{ error: unknown } | 'loaded' | null>(null);
    useEffect(() => {
      if (loaded !== null) return;
      let isMounted = true;
      begin().then(
        () => isMounted && setOutcome('loaded'),
        (error: unknown) => isMounted && setOutcome({ error }),
      );
      return () => {
        isMounted = false;
      };
    }, []);
    if (outcome !== null && outcome !== 'loaded') throw outcome.error;
    return loaded === null ? null : createElement(loaded, props);
  }

  return Object.assign(Lazy, {
    // After a failure it is loaded again when it is rendered, which reports the error.
    preload: () => begin().catch(() => {}),
  });
}
