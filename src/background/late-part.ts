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

type AnyFunction = (...args: never[]) => unknown;
type AsyncFunction = (...args: never[]) => Promise<unknown>;

/** An object type with only its asynchronous functions, in nested objects, too: only these can load their part before they run. */
export type Late<Value> = Value extends AsyncFunction
  ? Value
  : {
      [Name in keyof Value as Value[Name] extends AsyncFunction
        ? Name
        : Value[Name] extends AnyFunction
          ? never
          : Name]: Late<Value[Name]>;
    };

/**
 * Returns a substitute for a part: each function of the part's services, called on the substitute, loads the part and then
 * runs. The order of calls is kept.
 */
export function lateServices<Part extends object>(part: Pick<LatePart<Part>, 'load'>): Late<Part> {
  return lateValue(part, (loaded) => loaded) as Late<Part>;
}

function lateValue<Part>(part: Pick<LatePart<Part>, 'load'>, read: (loaded: Part) => unknown): object {
  return new Proxy(async () => undefined, {
    // An object with a method `then` would be treated as a promise.
    get: (_, name) =>
      name === 'then' ? undefined : lateValue(part, (loaded) => Reflect.get(Object(read(loaded)), name)),
    apply: async (_, _self, args) => Reflect.apply(read(await part.load()) as AsyncFunction, undefined, args),
  });
}
