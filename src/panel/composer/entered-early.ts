import type { ExtensionValue } from '@/src/schema/values/extension-settings';

/** Attribute of the field from the time at which the panel has read the setting for Enter. */
const IS_KNOWN = 'data-enter-is-known';

/**
 * Stores the message field's text when Enter is pressed before the panel has read the setting for Enter. Until then, Enter inserts a line
 * break. The panel's first script registers the listener, because the user can type before any module has loaded.
 */
export function noteEnter(event: KeyboardEvent): void {
  const { key, target, isComposing, shiftKey, altKey } = event;
  if (key !== 'Enter' || isComposing || shiftKey || altKey) return;
  // A held key, or one that the panel has already handled.
  if (event.repeat || event.defaultPrevented) return;
  if (!(target instanceof HTMLTextAreaElement) || target.hasAttribute(IS_KNOWN)) return;
  Object.assign(target.dataset, {
    entered: target.value,
    enteredBy: event.ctrlKey || event.metaKey ? 'ctrl-enter' : 'enter',
  });
}

/** Removes what {@link noteEnter} has stored once the field loses the focus: the user may go on to open another chat. */
export function forgetEnter({ target }: FocusEvent): void {
  if (target instanceof HTMLTextAreaElement) delete target.dataset.entered;
}

/**
 * The text to send for an Enter that {@link noteEnter} has stored; null if there was none, if Enter inserts a line break, or if the text
 * was changed since. No later Enter is stored.
 */
export function takeEntered(field: HTMLTextAreaElement, sendKey: ExtensionValue<'sendKey'>): string | null {
  const { entered, enteredBy } = field.dataset;
  delete field.dataset.entered;
  field.setAttribute(IS_KNOWN, '');
  if (entered === undefined) return null;
  // Ctrl or Cmd with Enter sends with both settings, and inserts no line break.
  const isSent =
    enteredBy === 'ctrl-enter'
      ? field.value === entered
      : sendKey === 'enter' && field.value === `${entered}\n`;
  return isSent ? entered : null;
}
