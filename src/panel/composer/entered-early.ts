import type { ExtensionValue } from '@/src/schema/values/extension-settings';

/** Marks the field once the panel knows if Enter sends. */
const IS_KNOWN = 'data-enter-is-known';

/**
 * Notes the text before an Enter in the message field that is pressed before the panel knows if Enter sends. The Enter breaks the line
 * until then. The panel's first script registers the listener: the field takes keys before any module has loaded.
 */
export function noteEnter(event: KeyboardEvent): void {
  const { key, target, isComposing, shiftKey, altKey } = event;
  if (key !== 'Enter' || isComposing || shiftKey || altKey) return;
  // A held key, or one that the panel has already handled.
  if (event.repeat || event.defaultPrevented) return;
  if (!(target instanceof HTMLTextAreaElement) || target.hasAttribute(IS_KNOWN)) return;
  target.dataset.entered = target.value;
}

/** The text that a noted Enter sends; null if none was pressed, it only breaks the line, or the text was changed since. Ends the noting. */
export function takeEntered(field: HTMLTextAreaElement, sendKey: ExtensionValue<'sendKey'>): string | null {
  const { entered } = field.dataset;
  delete field.dataset.entered;
  field.setAttribute(IS_KNOWN, '');
  if (entered === undefined) return null;
  // Ctrl or Cmd with Enter sends with each setting, and breaks no line.
  const isSent = field.value === entered || (sendKey === 'enter' && field.value === `${entered}\n`);
  return isSent ? entered : null;
}
