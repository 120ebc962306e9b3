import { sendCommand } from '@/src/panel/data/send-command';
import { focusMessageField } from '@/src/panel/kit/focus';
import type { ComposerText } from './composer-text';

/** Quotes the text that is selected on the chat's page in the message, by its mention. */
export async function quoteSelection(composerText: ComposerText, chatId: string): Promise<void> {
  const { mention } = await sendCommand({ type: 'quote-selection', chatId });
  addMention(composerText, chatId, mention);
}

/** Adds the mention of a quotation to the message. Focuses the field first: only an edit of a focused field can be undone. */
export function addMention(composerText: ComposerText, chatId: string, mention: string): void {
  // The user may have opened another chat meanwhile.
  if (!composerText.belongsTo(chatId)) return;
  focusMessageField();
  // A space after the last word, if there is one.
  composerText.setText(`${composerText.getText().replace(/(?<=\S)$/, ' ')}${mention} `);
}
