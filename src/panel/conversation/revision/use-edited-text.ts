import { useEffect, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { createDebouncedWrite } from '@/src/panel/kit/debounced-write';
import { useFlushOnHide, WRITE_DELAY_MS } from '@/src/panel/kit/use-flush-on-hide';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { SpokenMessage } from '../use-entries';
import { readStoredEdit, storeEdit } from './stored-edits';

interface EditedText {
  text: string;
  write(next: string): void;
  /** Stores pending changes at once. */
  flush(): void;
  /** The reason why the text couldn't be stored or read; null if there is none. */
  problem: ErrorInfo | null;
}

/**
 * Text of the form that edits a message. Changes go to `texts` and are stored, so that closing the panel loses nothing. A form
 * that is opened again begins with them.
 */
export function useEditedText(message: SpokenMessage, texts: Map<string, string>): EditedText {
  const [text, setText] = useState(() => texts.get(message.id) ?? message.content);
  const [problem, setProblem] = useState<ErrorInfo | null>(null);
  const [writing] = useState(() =>
    createDebouncedWrite(WRITE_DELAY_MS, () => {
      const written = texts.get(message.id);
      // The edit was sent or cancelled meanwhile.
      if (written === undefined) return;
      storeEdit(message, written).then(
        () => setProblem(null),
        (thrown: unknown) => setProblem(toErrorInfo(thrown)),
      );
    }),
  );
  useFlushOnHide(writing.flush);
  useEffect(() => writing.flush, [writing]);
  useEffect(() => {
    if (message.role !== 'user' || texts.has(message.id)) return;
    let isOver = false;
    readStoredEdit(message).then(
      (stored) => {
        // Text that was typed meanwhile stays.
        if (isOver || stored === null || texts.has(message.id)) return;
        texts.set(message.id, stored);
        setText(stored);
      },
      (thrown: unknown) => setProblem(toErrorInfo(thrown)),
    );
    return () => {
      isOver = true;
    };
  }, [message, texts]);

  const write = (next: string) => {
    setText(next);
    texts.set(message.id, next);
    writing.schedule();
  };
  return { text, write, flush: writing.flush, problem };
}
