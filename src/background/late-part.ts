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

type Method = (...args: never[]) => Promise<unknown>;

/** Methods of a service in a late part. A call of one loads the part; the order of calls is kept. */
export function lateMethods<Service extends { [Name in keyof Service]: Method }>(
  load: () => Promise<Service>,
  names: { [Name in keyof Service]: true },
): Service {
  const methods: Partial<Service> = {};
  for (const name of Object.keys(names) as (keyof Service)[]) {
    const method: Method = async (...args) => (await load())[name](...args);
    methods[name] = method as Service[typeof name];
  }
  return methods as Service;
}
