type Close = () => Promise<void>;

/** Cleanup functions to run at the end, also after a failure. */
export interface Closers {
  add(close: Close): void;
  /** Runs all of them, newest first, even if one fails. Throws the first failure. */
  closeAll(): Promise<void>;
}

export function createClosers(): Closers {
  const closers: Close[] = [];
  return {
    add(close) {
      closers.push(close);
    },
    async closeAll() {
      const failures: unknown[] = [];
      for (const close of closers.reverse()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
