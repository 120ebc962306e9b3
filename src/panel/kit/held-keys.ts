/**
 * Ignores Enter and Space on buttons while the key repeats, and in text fields if it was pressed on a button: the focus
 * may have moved since, for example into a sheet that the key opened, or into the message field.
 */
export function ignoreRepeatedPresses(root: Document): void {
  let isSpaceHeld = false;
  /** The key that was last pressed on a button; null if the last one was pressed elsewhere. */
  let pressed: string | null = null;
  const onKeyDown = (event: KeyboardEvent) => {
    isSpaceHeld = event.key === ' ' && event.repeat;
    if (!event.repeat) pressed = isPress(event) ? event.key : null;
    else if (isPress(event) || event.key === pressed) event.preventDefault();
  };
  // Browsers click a button when Space is released.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ' && isSpaceHeld && isPress(event)) event.preventDefault();
  };
  root.addEventListener('keydown', onKeyDown, true);
  root.addEventListener('keyup', onKeyUp, true);
}

/** True if the browser turns the key into a click. */
export function isPress({ key, target }: { key: string; target: EventTarget | null }): boolean {
  return (key === 'Enter' || key === ' ') && target instanceof HTMLElement && target.matches('button');
}
