/**
 * What becomes of something that a user does on a locked page. `browser-only`: the page doesn't hear of it, the
 * browser does what it always does (scrolling, selecting, its own shortcuts). `block`: nothing happens.
 */
export type InputDecision = 'browser-only' | 'block';

/** What a user can operate. */
const CONTROL =
  'a[href],area,button,input,label,option,select,summary,textarea,video,audio,[contenteditable]';

/** Controls in which the mouse and the arrow keys move no more than a caret: their text may be selected and copied. */
const TEXT_FIELD =
  'textarea,[contenteditable],input:not([type]),input:is([type=text],[type=search],[type=url],[type=email],[type=tel],[type=password])';

/** Held down with Ctrl or Cmd these edit or save; every other such key is the browser's. */
const EDITING_SHORTCUTS = ['s', 'v', 'x', 'y', 'z', 'enter', 'backspace', 'delete'];

/** Keys with a name that edit, close or confirm something. */
const ACTING_KEYS = ['Enter', 'Backspace', 'Delete', 'Escape'];

/** Keys that scroll the page, and operate a control that has the focus. */
const SCROLL_KEYS = [
  ' ',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
];

/** Judges a trusted event, by its type, its innermost target, and for keys by the key. Pure. */
export function decideInput(event: Event, target: Element | null): InputDecision {
  const control = target?.closest(CONTROL) ?? null;
  const isOperated = control !== null && !control.matches(TEXT_FIELD);
  switch (event.type) {
    case 'keydown':
      return isEditingKey(event as KeyboardEvent, control, isOperated) ? 'block' : 'browser-only';
    case 'mousedown':
    case 'touchstart':
      return isOperated ? 'block' : 'browser-only';
    case 'contextmenu':
      return control === null ? 'browser-only' : 'block';
    case 'click':
      // A click that ends a selection of text meant nothing else.
      return control === null && getSelection()?.isCollapsed === false ? 'browser-only' : 'block';
    case 'pointerdown':
    case 'pointerup':
    case 'mouseup':
    case 'touchend':
    case 'keyup':
    case 'keypress':
      return 'browser-only';
    default:
      return 'block';
  }
}

function isEditingKey(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  control: Element | null,
  isOperated: boolean,
): boolean {
  if (SCROLL_KEYS.includes(key)) return isOperated || (key === ' ' && control !== null);
  if (ctrlKey || metaKey) return EDITING_SHORTCUTS.includes(key.toLowerCase());
  return !altKey && (key.length === 1 || ACTING_KEYS.includes(key));
}
