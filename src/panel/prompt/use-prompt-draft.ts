import { useEffect, useState } from 'react';
import type { PromptSettings } from '@/src/core/records/chat';
import { followStored, type HeldDraft, isOutdated, withEdit } from './held-draft';
import { isSamePrompt } from './prompt-draft';

/** Changes that aren't saved, by chat. They outlive the sheet, so that closing it loses nothing that was typed. */
const drafts = new Map<string, HeldDraft>();

interface PromptDraft {
  /** The prompt to edit: the stored one, also of another window, until the user changes it. */
  draft: PromptSettings;
  isChanged: boolean;
  /** True if another window stored another prompt since the user's first change. */
  isOutdated: boolean;
  change(next: PromptSettings): void;
  /** Drops the user's changes. */
  discard(): void;
  /** Keeps the user's changes, to replace what another window stored. */
  keep(): void;
  /** Must be called once `prompt` is stored. */
  noteSaved(prompt: PromptSettings): void;
}

/** The changes of a chat's prompt as they are being edited. */
export function usePromptDraft(chatId: string, stored: PromptSettings): PromptDraft {
  const [known, setHeld] = useState(() => drafts.get(chatId) ?? null);
  const held = followStored(known, stored);
  // Dropped for good: the stored prompt can become what the changes began with once more.
  if (held !== known) setHeld(held);
  useEffect(() => {
    if (held === null) drafts.delete(chatId);
    else drafts.set(chatId, held);
  }, [chatId, held]);
  return {
    draft: held?.mine ?? stored,
    isChanged: held !== null && (held.saved === null || !isSamePrompt(held.mine, held.saved)),
    isOutdated: held !== null && isOutdated(held, stored),
    change: (next) => setHeld((current) => withEdit(current, next, stored)),
    discard: () => setHeld(null),
    keep: () => setHeld((current) => current && { ...current, base: stored }),
    noteSaved: (saved) => setHeld((current) => current && { ...current, saved }),
  };
}
