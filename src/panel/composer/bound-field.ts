import type { ComposerText } from './composer-text';
import { isComposing } from './composition';
import { editField } from './edit-field';

/**
 * Keeps the message field and the composer's text equal, in both directions, until the returned function is called.
 *
 * An assignment to a field's value ends the composition of an input method and moves the caret. So a text from
 * elsewhere waits for the end of a composition. A text that only adds something at the start, as the stored text does,
 * keeps the caret at its place in the text. A text that only adds something at the end, such as a quotation, can be
 * undone.
 */
export function bindField(field: HTMLTextAreaElement, composerText: ComposerText): () => void {
  /** The field's value when a text arrived that waits for the end of a composition; null if none waits. */
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

  /** Moves the caret by `by` characters, or to the end of the text if `by` is negative. */
  function write(text: string, by: number): void {
    const { selectionStart, selectionEnd } = field;
    field.value = text;
    if (by >= 0) field.setSelectionRange(selectionStart + by, selectionEnd + by);
  }

  const onInput = () => {
    // The edit command of `show` dispatches this event too; the texts are equal then.
    if (base === null && field.value !== composerText.getText()) composerText.setText(field.value);
  };
  const onCompositionEnd = ({ data }: CompositionEvent) => {
    if (base === null) return;
    const text = composerText.getText();
    const at = text.endsWith(base) ? text.lastIndexOf(base) : text.indexOf(base);
    // If the whole field was replaced meanwhile, the composed text is appended.
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
