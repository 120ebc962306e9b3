import type { ComposerText } from './composer-text';
import { isComposing } from './composition';

/**
 * Keeps the message field and the composer's text equal, in both directions, until the returned function is called.
 *
 * Setting a field's value ends the composition of an input method and moves the caret. So a text that only puts something
 * before what is in the field, as a loaded draft does, keeps the caret where it was, and waits for the end of a composition.
 */
export function bindField(field: HTMLTextAreaElement, composerText: ComposerText): () => void {
  /** Start of the composer's text that the field doesn't have yet. */
  let held = '';

  function show(): void {
    const text = composerText.getText();
    if (text === held + field.value) return;
    const isPrepended = text.endsWith(field.value);
    if (isPrepended && isComposing(field)) {
      held = text.slice(0, text.length - field.value.length);
      return;
    }
    held = '';
    write(text, isPrepended);
  }

  function write(text: string, isPrepended: boolean): void {
    const { value, selectionStart, selectionEnd } = field;
    field.value = text;
    // Into an empty field, the caret goes behind the text.
    if (!isPrepended || value === '') return;
    const added = text.length - value.length;
    field.setSelectionRange(selectionStart + added, selectionEnd + added);
  }

  const onInput = () => composerText.setText(held + field.value);
  const onCompositionEnd = () => {
    if (held === '') return;
    const text = held + field.value;
    held = '';
    write(text, true);
    composerText.setText(text);
  };

  const unsubscribe = composerText.subscribe(show);
  field.addEventListener('input', onInput);
  field.addEventListener('compositionend', onCompositionEnd);
  show();
  return () => {
    unsubscribe();
    field.removeEventListener('input', onInput);
    field.removeEventListener('compositionend', onCompositionEnd);
  };
}
