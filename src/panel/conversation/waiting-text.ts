import type { Run } from '@/src/schema/run';
import { i18n } from '@/src/texts/i18n';

/** Consecutive invalid attempts of the model from which the panel shows a retry. */
const RETRYING_FROM_INVALID_CALLS = 2;

/** Shown while a request is pending and no part of its response has arrived. */
export function waitingText({ invalidCalls, attempt }: Pick<Run, 'invalidCalls' | 'attempt'>): string {
  if (invalidCalls >= RETRYING_FROM_INVALID_CALLS) return i18n.t('conversation.waiting.retrying');
  return attempt > 1
    ? i18n.t('conversation.waiting.askingAgain', { attempt })
    : i18n.t('conversation.waiting.model');
}
