import type { PromptSettings } from '@/src/core/records/chat';
import { isSamePrompt } from './prompt-draft';

/** The user's own edits of a stored prompt. They exist from the first edit until they are stored or discarded. */
export interface HeldDraft {
  /** The stored prompt that the edits began with. Another window can store another one meanwhile. */
  base: PromptSettings;
  mine: PromptSettings;
  /** The saved prompt, until the stored prompt that the panel reads is no longer `base`; null if nothing was saved. */
  saved: PromptSettings | null;
}

/** The edits as they are once `stored` is read; null if nothing is left of them, so that the stored prompt is shown. */
export function followStored(held: HeldDraft | null, stored: PromptSettings): HeldDraft | null {
  if (held === null) return null;
  if (held.saved === null) return isSamePrompt(held.mine, stored) ? null : held;
  if (isSamePrompt(stored, held.base)) return held;
  const { saved, mine } = held;
  return isSamePrompt(mine, saved) ? null : followStored({ base: saved, mine, saved: null }, stored);
}

/** The edits with `next` as the user's prompt; null if that is what they began with. */
export function withEdit(
  held: HeldDraft | null,
  next: PromptSettings,
  stored: PromptSettings,
): HeldDraft | null {
  if (held === null) return isSamePrompt(next, stored) ? null : { base: stored, mine: next, saved: null };
  return held.saved === null && isSamePrompt(next, held.base) ? null : { ...held, mine: next };
}

/** True if saving the edits would remove a change that another window stored since they began. */
export function isOutdated({ base, saved }: HeldDraft, stored: PromptSettings): boolean {
  return saved === null && !isSamePrompt(base, stored);
}
