import type { ComposerText } from './composer-text';
import { isComposing } from './composition';
import { editField } from './edit-field';

/**
 * Keeps the message field and the composer's text equal, in both directions, until the returned function is called.
 *
 * Setting a field's value ends the composition of an input method and moves the caret. So a text from elsewhere waits for the
 * end of a composition, and one that only puts something before what is in the field, as the stored text does, keeps the caret
 * where it was. What is added behind the text, as a quotation, can be undone.
 */
export function bindField(field: HTMLTextAreaElement, composerText: ComposerText): () => void {
  /** The field’s value when a text came that waits; null if none does. */
  let base: string | null = null;

  function show(): void {
    const text = composerText.getText();
    const { value } = field;
    if (text === value) return;
    const isAdded = value !== '' && text.startsWith(value);
    if (isComposing(field)) base ??= value;
    else if (isAdded && editField(field, value.length, value.length, text.slice(value.length))) return;
    else write(text, text.endsWith(value) ? text.lastIndexOf(value) : -1);
  }

  /** Moves the caret by `by`, or behind the text if that is negative. */
  function write(text: string, by: number): void {
    const { selectionStart, selectionEnd } = field;
    field.value = text;
    if (by >= 0) field.setSelectionRange(selectionStart + by, selectionEnd + by);
  }

  const onInput = () => {
    // What an edit of `show` put there is no change.
    if (base === null && field.value !== composerText.getText()) composerText.setText(field.value);
  };
  const onCompositionEnd = ({ data }: CompositionEvent) => {
    if (base === null) return;
    const text = composerText.getText();
    const at = text.endsWith(base) ? text.lastIndexOf(base) : text.indexOf(base);
    // If all of the field was replaced, what was being composed comes behind.
    const merged = at < 0 ? text + data : text.slice(0, at) + field.value + text.slice(at + base.length);
    base = null;
    write(merged, at);
    composerText.setText(merged);
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
