import { useState } from 'react';
import type { PromptSettings } from '@/src/core/records/chat';
import { isSamePrompt } from './prompt-draft';

/** Changes that aren't saved, by chat. They outlive the sheet, so that closing it loses nothing that was typed. */
const drafts = new Map<string, PromptSettings>();

/** The changes as they are being edited; the stored ones at first. */
export function usePromptDraft(
  chatId: string,
  stored: PromptSettings,
): { draft: PromptSettings; isChanged: boolean; change(draft: PromptSettings): void; discard(): void } {
  const [draft, setDraft] = useState(() => drafts.get(chatId) ?? stored);
  return {
    draft,
    isChanged: !isSamePrompt(draft, stored),
    change(next) {
      drafts.set(chatId, next);
      setDraft(next);
    },
    discard() {
      drafts.delete(chatId);
      setDraft(stored);
    },
  };
}

/** Called once the changes of a chat are saved. */
export function forgetDraft(chatId: string): void {
  drafts.delete(chatId);
}
