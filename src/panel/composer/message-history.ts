import type { Message } from '@/src/schema/message';

/** The user's messages in a chat, for stepping through with the arrow keys. */
export interface MessageHistory {
  /**
   * The text to show in place of `shown` one step back (-1, to an earlier message) or forward (1; an empty text after
   * the newest message). Null if there is no such message, or if `shown` is a text that the user typed: it is never
   * replaced.
   */
  step(shown: string, by: -1 | 1, messages: readonly Message[]): string | null;
}

export function createMessageHistory(): MessageHistory {
  /** The entry that is shown, counted from the newest one; null if none is. */
  let at: { back: number; text: string } | null = null;
  return {
    step(shown, by, messages) {
      if (at !== null && at.text !== shown) at = null;
      if (at === null && shown !== '') return null;
      const texts = ownTexts(messages);
      const back = (at?.back ?? -1) - by;
      const text = back === -1 ? '' : texts.at(-1 - back);
      if (text === undefined || back < -1) return null;
      at = back === -1 ? null : { back, text };
      return text;
    },
  };
}

/** The user's texts, oldest first; equal ones in a row count once. */
function ownTexts(messages: readonly Message[]): string[] {
  return messages
    .flatMap((message) => (message.role === 'user' && message.discardedBy === null ? [message.content] : []))
    .filter((text, index, all) => text !== all[index - 1]);
}

/** True if an arrow key goes through the history: the caret is at an end of the field, with nothing selected. */
export function isAtEnd({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): boolean {
  return selectionStart === selectionEnd && (selectionStart === 0 || selectionStart === value.length);
}
