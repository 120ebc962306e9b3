import type { ComposerText } from './composer-text';

/**
 * Confines Undo and Redo in the message field to the edits made from now on, until the returned function is called. The
 * browser keeps a field's edits while the field is in the document, so an undo could bring another chat's text into the
 * open one.
 */
export function confineUndo(
  field: HTMLTextAreaElement,
  composerText: Pick<ComposerText, 'getText'>,
): () => void {
  /** The text before the first edit; null until there is one. */
  let start: string | null = null;
  /** True once all edits are undone. */
  let isAtStart = true;

  const onInput = (event: Event) => {
    const isUndo = event instanceof InputEvent && event.inputType === 'historyUndo';
    const isRedo = event instanceof InputEvent && event.inputType === 'historyRedo';
    if (start === null ? isUndo || isRedo : isUndo && isAtStart) {
      event.stopImmediatePropagation();
      field.value = composerText.getText();
      return;
    }
    // The composer's text changes after this listener.
    start ??= composerText.getText();
    isAtStart = isUndo && field.value === start;
  };
  field.addEventListener('input', onInput, { capture: true });
  return () => field.removeEventListener('input', onInput, { capture: true });
}
