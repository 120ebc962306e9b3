import { useState } from 'react';
import type { PromptPreview } from '@/src/core/adapter/prompt-preview';
import { sendCommand } from '@/src/panel/data/send-command';
import { useDebouncedRequest } from '@/src/panel/kit/use-debounced-request';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { ErrorInfo } from '@/src/schema/error-info';

/** Time without a further key before the prompt is rendered again, in milliseconds. */
const DELAY_MS = 300;

/**
 * The rendered prompt. `shown` is the last rendering received, also while another one is requested; null before the
 * first.
 */
export interface PromptRendering {
  shown: PromptPreview | null;
  isPending: boolean;
  error: ErrorInfo | null;
}

/** The system prompt with these changes, rendered by the background. */
export function usePromptPreview(chatId: string, prompt: PromptSettings): PromptRendering {
  const subject = JSON.stringify([chatId, prompt]);
  const { response } = useDebouncedRequest(subject, DELAY_MS, () =>
    sendCommand({ type: 'preview-prompt', chatId, prompt }),
  );
  const [shown, setShown] = useState<PromptPreview | null>(null);
  if (response?.ok === true && response.output !== shown) setShown(response.output);
  const isAnswered = response?.subject === subject;
  return {
    shown,
    isPending: !isAnswered,
    error: isAnswered && !response.ok ? response.error : null,
  };
}
