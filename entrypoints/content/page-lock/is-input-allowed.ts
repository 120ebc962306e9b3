/**
 * Decision about user input on a locked page. `browser-only`: hidden from the page, but the browser performs its
 * default action (scrolling, selecting, its own shortcuts). `block`: nothing happens.
 */
export type InputDecision = 'browser-only' | 'block';

const CONTROL =
  'a[href],area,button,input,label,option,select,summary,textarea,video,audio,[contenteditable]';

/** Text controls. Mouse and arrow keys only move the caret there, so that their text can be selected and copied. */
const TEXT_FIELD =
  'textarea,[contenteditable],input:not([type]),input:is([type=text],[type=search],[type=url],[type=email],[type=tel],[type=password])';

/** Keys that edit or save together with Ctrl or Cmd; all other shortcuts are passed to the browser. */
const EDITING_SHORTCUTS = ['s', 'v', 'x', 'y', 'z', 'enter', 'backspace', 'delete'];

/** Named keys that edit, close or confirm something. */
const ACTING_KEYS = ['Enter', 'Backspace', 'Delete', 'Escape'];

/** Keys that scroll the page, or operate a focused control. */
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

/**
 * Decides about a trusted event by its type, its innermost target and its key, and about a click also by the current
 * selection.
 */
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
      // A click that ends a text selection is not meant for the page.
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
