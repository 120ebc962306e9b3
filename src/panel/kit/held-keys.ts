/** Maximum time between the two presses of a double press, in milliseconds. */
const DOUBLE_PRESS_MS = 600;

/**
 * Ignores Enter and Space on a button while the key repeats. Ignores them in a text field, too, if the key was pressed on a button and is
 * still held, or if it is the second Enter of a double press: the first press may have moved the focus there, for example into a sheet that
 * it opened or into the message field, where Enter would send the text.
 */
export function ignoreRepeatedPresses(root: Document): void {
  let isSpaceHeld = false;
  /** The last key press and the time of its event, if it was on a button; otherwise null. */
  let pressed: { key: string; atMs: number } | null = null;
  const onKeyDown = (event: KeyboardEvent) => {
    isSpaceHeld = event.key === ' ' && event.repeat;
    if (event.repeat) {
      if (isPress(event) || event.key === pressed?.key) event.preventDefault();
      return;
    }
    const isDouble =
      event.key === 'Enter' &&
      pressed?.key === 'Enter' &&
      event.timeStamp - pressed.atMs < DOUBLE_PRESS_MS &&
      isTextField(event.target);
    if (isPress(event)) pressed = { key: event.key, atMs: event.timeStamp };
    else if (isDouble) event.preventDefault();
    else pressed = null;
  };
  // Browsers click a button when Space is released.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ' && isSpaceHeld && isPress(event)) event.preventDefault();
  };
  root.addEventListener('keydown', onKeyDown, true);
  root.addEventListener('keyup', onKeyUp, true);
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('textarea, input');
}

/** True if the browser turns the key into a click. */
export function isPress({ key, target }: { key: string; target: EventTarget | null }): boolean {
  return (key === 'Enter' || key === ' ') && target instanceof HTMLElement && target.matches('button');
}
