/** A part of the background that is loaded at its first use, so that the background starts without its code. */
export interface LatePart<Part> {
  /** Loads the part, once. After a failure the next call tries again. */
  load(): Promise<Part>;
  /** The part; null before it is loaded. */
  loaded(): Part | null;
}

export function createLatePart<Part>(create: () => Promise<Part>): LatePart<Part> {
  let part: Part | null = null;
  let loading: Promise<Part> | null = null;

  async function load(): Promise<Part> {
    try {
      part = await create();
      return part;
    } finally {
      loading = null;
    }
  }

  return {
    load() {
      if (part !== null) return Promise.resolve(part);
      loading ??= load();
      return loading;
    },
    loaded: () => part,
  };
}

/** The asynchronous methods of a service. A call of one can wait until the part is loaded. */
type LateMethods<Service> = {
  [Name in keyof Service as Service[Name] extends (...args: never[]) => Promise<unknown>
    ? Name
    : never]: Service[Name];
};

/**
 * Returns a substitute for a service of a part that is loaded on demand: a call of a method loads the part, then calls
 * the method. The order of calls is kept.
 *
 * @param own methods that answer without loading the part
 */
export function lateService<Part, Service extends object, Own extends object>(
  part: Pick<LatePart<Part>, 'load'>,
  serviceOf: (part: Part) => Service,
  own: Own,
): LateMethods<Service> & Own {
  const late = (name: PropertyKey) => {
    return async (...args: unknown[]) => {
      const service: object = serviceOf(await part.load());
      return Reflect.apply(Reflect.get(service, name), service, args);
    };
  };
  // An object with a method `then` would be treated as a promise.
  const get = (_: Own, name: PropertyKey) =>
    name === 'then' ? undefined : (Reflect.get(own, name) ?? late(name));
  return new Proxy(own, { get }) as LateMethods<Service> & Own;
}
