/**
 * Ignores Enter and Space on buttons while the key repeats. The focus may have moved since the key was pressed, for
 * example into a sheet that it opened.
 */
export function ignoreRepeatedPresses(root: Document): void {
  let isSpaceHeld = false;
  const onKeyDown = (event: KeyboardEvent) => {
    isSpaceHeld = event.key === ' ' && event.repeat;
    if (event.repeat && isPress(event)) event.preventDefault();
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
