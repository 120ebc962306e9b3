type Close = () => Promise<void>;

/** What must be closed when something ends, however it ends. */
export interface Closers {
  add(close: Close): void;
  /** Closes everything, newest first; one that fails doesn't keep the others open. Throws the first failure. */
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
