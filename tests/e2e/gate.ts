/** A promise with its resolve function. */
export interface Gate {
  opened: Promise<void>;
  open(): void;
}

/** Creates a pending gate. */
export function gate(): Gate {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
