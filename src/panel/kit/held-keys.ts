/** Maximum time between the two presses of a double press, in milliseconds. */
const DOUBLE_PRESS_MS = 600;

/**
 * Ignores Enter and Space on buttons while the key repeats, and in text fields if it was pressed on a button: the focus
 * may have moved since, for example into a sheet that the key opened, or into the message field. Ignores the second Enter of a double
 * press there, too: it would send what is written in the message field.
 */
export function ignoreRepeatedPresses(root: Document): void {
  let isSpaceHeld = false;
  /** The last key press if it was on a button, with the time of its event; null if it was elsewhere. */
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
