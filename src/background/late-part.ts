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

/** The methods of a service that can wait for their part. */
type LateMethods<Service> = {
  [Name in keyof Service as Service[Name] extends (...args: never[]) => Promise<unknown>
    ? Name
    : never]: Service[Name];
};

/**
 * A service in a late part. A call of a method loads the part; the order of calls is kept. `own`: methods that answer without loading
 * it.
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
  // With a method `then`, it would pass for a promise.
  const get = (_: Own, name: PropertyKey) =>
    name === 'then' ? undefined : (Reflect.get(own, name) ?? late(name));
  return new Proxy(own, { get }) as LateMethods<Service> & Own;
}
