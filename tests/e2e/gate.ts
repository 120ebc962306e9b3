/** A promise with its key. */
export interface Gate {
  opened: Promise<void>;
  open(): void;
}

/** A gate that is shut. */
export function gate(): Gate {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
