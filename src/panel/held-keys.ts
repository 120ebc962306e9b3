/**
 * Keeps keys that are held down from pressing buttons. The focus may have moved since the key was pressed, for example
 * into a sheet that it opened.
 */
export function ignoreRepeatedPresses(root: Document): void {
  let isSpaceHeld = false;
  const onKeyDown = (event: KeyboardEvent) => {
    isSpaceHeld = event.key === ' ' && event.repeat;
    if (event.repeat && isPress(event)) event.preventDefault();
  };
  // A browser presses a button on the release of Space.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ' && isSpaceHeld && isPress(event)) event.preventDefault();
  };
  root.addEventListener('keydown', onKeyDown, true);
  root.addEventListener('keyup', onKeyUp, true);
}

/** Whether a browser makes a click of the key. */
export function isPress({ key, target }: { key: string; target: EventTarget | null }): boolean {
  return (key === 'Enter' || key === ' ') && target instanceof HTMLElement && target.matches('button');
}
