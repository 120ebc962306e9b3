import type { ErrorCode } from '@/src/schema/values/error-code';
import type { TextKey } from '@/src/texts/text-key';

/** An act of the user on the error that ended a run. `retry` and `try-now` are the same act under two names. */
export type ErrorAct =
  | 'retry'
  | 'try-now'
  | 'continue-answer'
  | 'edit-key'
  | 'open-connection'
  | 'choose-model'
  | 'open-chat-settings'
  | 'open-limits'
  | 'summarize'
  | 'shorten-results'
  | 'new-chat';

/** A field of a connection that an error is about. */
export type ConnectionField = 'key' | 'baseUrl';

export const ACT_LABELS: Readonly<Record<ErrorAct, TextKey>> = {
  retry: 'common.retry',
  'try-now': 'errors.act.tryNow',
  'continue-answer': 'errors.act.continueAnswer',
  'edit-key': 'errors.act.editKey',
  'open-connection': 'errors.act.openConnection',
  'choose-model': 'errors.act.chooseModel',
  'open-chat-settings': 'errors.act.openChatSettings',
  'open-limits': 'errors.act.openLimits',
  summarize: 'errors.act.summarize',
  'shorten-results': 'errors.act.shortenResults',
  'new-chat': 'errors.act.newChat',
};

/**
 * The acts for each error, the most helpful first. At most three, so that they fit into one row of a panel that is 360 px wide.
 * Retry comes first where a repetition alone can help, and later where the user may have fixed the cause in the meantime.
 */
export const ERROR_ACTS: Readonly<Record<ErrorCode, readonly [ErrorAct, ...ErrorAct[]]>> = {
  aborted: ['retry'],
  'approval-gone': ['retry'],
  auth: ['edit-key', 'retry'],
  'budget-reached': ['open-limits', 'retry'],
  busy: ['retry'],
  'call-as-text': ['choose-model', 'retry'],
  conflict: ['retry'],
  'connection-missing': ['open-connection', 'retry'],
  'context-too-long': ['summarize', 'shorten-results', 'new-chat'],
  'endpoint-not-allowed': ['open-connection', 'retry'],
  'illegal-transition': ['retry'],
  internal: ['retry'],
  interrupted: ['retry'],
  'invalid-calls': ['retry', 'choose-model'],
  'invalid-message': ['retry'],
  'model-missing': ['choose-model', 'retry'],
  'model-not-found': ['choose-model', 'retry'],
  network: ['retry', 'open-connection'],
  'not-found': ['retry'],
  'over-budget': ['open-chat-settings', 'retry'],
  'page-changed': ['retry'],
  'page-gone': ['retry'],
  'page-key': ['retry'],
  'page-protocol': ['retry'],
  'page-unknown': ['retry'],
  'permission-missing': ['open-connection', 'retry'],
  protocol: ['open-connection', 'choose-model', 'retry'],
  'rate-limit': ['try-now', 'choose-model'],
  server: ['retry'],
  'state-refused': ['retry'],
  storage: ['retry'],
  'storage-full': ['retry'],
  timeout: ['retry'],
  'too-complex': ['retry'],
  'tool-call-required': ['open-chat-settings', 'retry'],
  'turned-off': ['retry'],
  'write-refused': ['retry'],
};
