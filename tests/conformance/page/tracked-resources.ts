/** The listeners, timers and observers of the adapter's world that are active. */
export interface TrackedResources {
  /** One text for each, e.g. `listener of change`. */
  active(): string[];
}

const OBSERVERS = [
  'MutationObserver',
  'ResizeObserver',
  'IntersectionObserver',
  'PerformanceObserver',
] as const;

/** A callback that a tracked function was given. */
type Callback = (...args: never[]) => unknown;

/** Records everything in this world that outlives the function which created it. Call it before any other script runs. */
export function trackResources(view: Window & typeof globalThis): TrackedResources {
  const active = new Map<object, string>();
  trackListeners(view, active);
  trackTimers(view, active);
  for (const name of OBSERVERS) {
    const { observe, disconnect } = view[name].prototype;
    view[name].prototype.observe = function (this: object, ...args: unknown[]) {
      active.set(this, name);
      return (observe as (...all: unknown[]) => void).apply(this, args);
    };
    view[name].prototype.disconnect = function (
      this: MutationObserver & ResizeObserver & IntersectionObserver & PerformanceObserver,
    ) {
      active.delete(this);
      disconnect.call(this);
    };
  }
  return { active: () => [...active.values()].sort() };
}

function trackListeners(view: Window & typeof globalThis, active: Map<object, string>): void {
  const { addEventListener, removeEventListener } = view.EventTarget.prototype;
  const added: { target: EventTarget; type: string; callback: unknown; key: object }[] = [];
  const release = (target: EventTarget, type: string, callback: unknown) => {
    const index = added.findIndex(
      (one) => one.target === target && one.type === type && one.callback === callback,
    );
    const [gone] = index === -1 ? [] : added.splice(index, 1);
    if (gone !== undefined) active.delete(gone.key);
  };
  view.EventTarget.prototype.addEventListener = function (this: EventTarget, type, callback, options) {
    addEventListener.call(this, type, callback, options);
    // A signal's own listeners end with it.
    if (this instanceof view.AbortSignal || callback === null) return;
    const { signal, once } = typeof options === 'object' ? options : {};
    if (signal?.aborted === true) return;
    const key = {};
    active.set(key, `listener of ${type}`);
    added.push({ target: this, type, callback, key });
    const gone = () => release(this, type, callback);
    if (signal !== undefined) addEventListener.call(signal, 'abort', gone);
    if (once === true) addEventListener.call(this, type, gone, { once: true });
  };
  view.EventTarget.prototype.removeEventListener = function (this: EventTarget, type, callback, options) {
    removeEventListener.call(this, type, callback, options);
    release(this, type, callback);
  };
}

function trackTimers(view: Window & typeof globalThis, active: Map<object, string>): void {
  const keys = new Map<number, object>();
  const note = (id: number, text: string) => {
    const key = {};
    keys.set(id, key);
    active.set(key, text);
    return id;
  };
  const forget = (id: number | undefined) => {
    const key = keys.get(id ?? -1);
    if (key !== undefined) active.delete(key);
  };
  // In Firefox the global of an adapter's world is no Window, so each function needs its own.
  const setTimeout = view.setTimeout.bind(view);
  const setInterval = view.setInterval.bind(view);
  const clearTimeout = view.clearTimeout.bind(view);
  const clearInterval = view.clearInterval.bind(view);
  const requestAnimationFrame = view.requestAnimationFrame.bind(view);
  const cancelAnimationFrame = view.cancelAnimationFrame.bind(view);
  const setters = view as unknown as Record<string, (callback: Callback, delay?: number) => number>;
  setters.setTimeout = (callback, delay) => {
    const id: number = Number(
      setTimeout(() => {
        forget(id);
        (callback as () => void)();
      }, delay),
    );
    return note(id, 'timeout');
  };
  setters.setInterval = (callback, delay) =>
    note(Number(setInterval(callback as () => void, delay)), 'interval');
  setters.requestAnimationFrame = (callback) => {
    const id: number = requestAnimationFrame((time) => {
      forget(id);
      (callback as (time: number) => void)(time);
    });
    return note(id, 'animation frame');
  };
  view.clearTimeout = ((id?: number) => {
    forget(id);
    clearTimeout(id);
  }) as typeof clearTimeout;
  view.clearInterval = ((id?: number) => {
    forget(id);
    clearInterval(id);
  }) as typeof clearInterval;
  view.cancelAnimationFrame = (id) => {
    forget(id);
    cancelAnimationFrame(id);
  };
}
