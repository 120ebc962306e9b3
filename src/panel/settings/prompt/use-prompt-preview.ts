import { useEffect, useState } from 'react';
import type { PromptPreview } from '@/src/core/adapter/prompt-preview';
import { toErrorInfo } from '@/src/core/errors';
import { sendCommand } from '@/src/panel/data/send-command';
import { createDebouncedRequest } from '@/src/panel/kit/debounced-request';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { ErrorInfo } from '@/src/schema/error-info';

/** Time without a further key before the prompt is rendered again, in milliseconds. */
const DELAY_MS = 300;

/** The rendered prompt. `shown` is the last one received, also while another is requested; null before the first. */
export interface PromptRendering {
  shown: PromptPreview | null;
  isPending: boolean;
  error: ErrorInfo | null;
}

/** The system prompt that these changes make, rendered by the background. */
export function usePromptPreview(chatId: string, prompt: PromptSettings): PromptRendering {
  const [shown, setShown] = useState<{ subject: string; preview: PromptPreview } | null>(null);
  const [failed, setFailed] = useState<{ subject: string; error: ErrorInfo } | null>(null);
  const [request] = useState(() =>
    createDebouncedRequest<{ chatId: string; prompt: PromptSettings; subject: string }, PromptPreview>({
      delayMs: DELAY_MS,
      send: (input) => sendCommand({ type: 'preview-prompt', chatId: input.chatId, prompt: input.prompt }),
      onResponse: (preview, { subject }) => setShown({ subject, preview }),
      onFailure: (error, { subject }) => setFailed({ subject, error: toErrorInfo(error) }),
    }),
  );
  const subject = JSON.stringify([chatId, prompt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject has both.
  useEffect(() => {
    request.send({ chatId, prompt, subject });
    return request.cancel;
  }, [request, subject]);
  const error = failed?.subject === subject ? failed.error : null;
  return {
    shown: shown?.preview ?? null,
    isPending: shown?.subject !== subject && error === null,
    error,
  };
}
