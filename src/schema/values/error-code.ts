import type { LogLevel } from './log-level';

/**
 * Buttons on the card of an error that ended a run, each with the key of its text. `retry` and `try-now` do the same
 * and differ only in their text.
 */
export const ACT_LABELS = {
  retry: 'common.retry',
  'try-now': 'errors.act.tryNow',
  'continue-answer': 'errors.act.continueAnswer',
  'edit-key': 'errors.act.editKey',
  'open-connection': 'errors.act.openConnection',
  'choose-model': 'errors.act.chooseModel',
  'open-model-settings': 'header.settings.title',
  'open-chat-settings': 'errors.act.openChatSettings',
  'open-limits': 'errors.act.openLimits',
  summarize: 'errors.act.summarize',
  'shorten-results': 'errors.act.shortenResults',
  'new-chat': 'errors.act.newChat',
} as const;

export type ErrorAct = keyof typeof ACT_LABELS;

type ErrorRow = readonly [level: LogLevel, title: string, ...acts: readonly (ErrorAct | 'again')[]];

/**
 * The closed set of error codes, with everything that depends on the code. Classes don't survive structured clone
 * between contexts, so code compares this string and never uses `instanceof`. Each row has, in this order:
 *
 * - Log level of an error that ended an operation. `warning`: a timeout, or nothing failed and the user has to act.
 *   `error`: something failed, such as the connection to the model.
 * - Key of the heading of the error's card.
 * - `again` if the same request to an endpoint may succeed shortly, so that it is retried automatically.
 * - Buttons on the error's card, the most helpful first. At most three, so that they fit into one row of a panel that
 *   is 360 px wide. Retry comes first if a retry alone can help, and later if the user has to fix the cause first.
 */
const ERRORS = {
  aborted: ['info', 'errors.title.aborted', 'retry'],
  'answer-unclear': ['error', 'errors.title.answerUnusable', 'again', 'retry', 'choose-model'],
  'answer-unusable': ['error', 'errors.title.answerUnusable', 'retry', 'choose-model'],
  'approval-gone': ['warning', 'errors.title.approvalGone', 'retry'],
  auth: ['error', 'errors.title.auth', 'edit-key', 'retry'],
  'budget-reached': ['warning', 'errors.title.budgetReached', 'open-limits', 'retry'],
  busy: ['warning', 'errors.title.busy', 'retry'],
  'call-as-text': ['error', 'errors.title.callAsText', 'choose-model', 'retry'],
  conflict: ['warning', 'errors.title.conflict', 'retry'],
  'connection-missing': ['warning', 'errors.title.connectionMissing', 'open-connection', 'retry'],
  'context-too-long': [
    'error',
    'errors.title.contextTooLong',
    'choose-model',
    'summarize',
    'shorten-results',
  ],
  'endpoint-not-allowed': ['warning', 'errors.title.endpointNotAllowed', 'open-connection', 'retry'],
  'illegal-transition': ['error', 'errors.title.defect', 'retry'],
  internal: ['error', 'errors.title.defect', 'retry'],
  interrupted: ['warning', 'errors.title.interrupted', 'retry'],
  'invalid-calls': ['error', 'errors.title.invalidCalls', 'retry', 'choose-model'],
  'invalid-message': ['warning', 'errors.title.invalidMessage', 'retry'],
  managed: ['warning', 'errors.title.managed', 'retry'],
  'model-loading': ['warning', 'errors.title.modelLoading', 'again', 'retry', 'choose-model'],
  'model-missing': ['warning', 'errors.title.modelMissing', 'choose-model', 'retry'],
  'model-not-found': ['error', 'errors.title.modelNotFound', 'choose-model', 'retry'],
  network: ['error', 'errors.title.network', 'again', 'retry', 'open-connection'],
  'not-found': ['error', 'errors.title.notFound', 'retry'],
  'over-budget': ['warning', 'errors.title.overBudget', 'open-chat-settings', 'retry'],
  'page-changed': ['warning', 'errors.title.pageChanged', 'retry'],
  'page-gone': ['warning', 'errors.title.pageGone', 'retry'],
  'page-key': ['warning', 'errors.title.pageKey', 'retry'],
  'page-protocol': ['error', 'errors.title.pageProtocol', 'retry'],
  'page-unknown': ['warning', 'errors.title.pageUnknown', 'retry'],
  'permission-missing': ['warning', 'errors.title.permissionMissing', 'open-connection', 'retry'],
  protocol: ['error', 'errors.title.protocol', 'choose-model', 'open-connection', 'retry'],
  'question-closed': ['warning', 'errors.title.questionClosed', 'retry'],
  'quota-used-up': ['error', 'errors.title.quotaUsedUp', 'choose-model', 'retry'],
  'rate-limit': ['error', 'errors.title.rateLimit', 'again', 'try-now', 'choose-model'],
  server: ['error', 'errors.title.server', 'again', 'retry'],
  'setting-refused': ['error', 'errors.title.settingRefused', 'open-model-settings', 'choose-model', 'retry'],
  'state-refused': ['error', 'errors.title.stateRefused', 'retry'],
  storage: ['error', 'errors.title.storage', 'retry'],
  'storage-full': ['error', 'errors.title.storageFull', 'retry'],
  timeout: ['warning', 'errors.title.timeout', 'again', 'retry'],
  'too-complex': ['warning', 'errors.title.tooComplex', 'retry'],
  'tool-call-required': ['error', 'errors.title.toolCallRequired', 'open-chat-settings', 'retry'],
  'turned-off': ['warning', 'errors.title.turnedOff', 'retry'],
  'write-refused': ['error', 'errors.title.writeRefused', 'retry'],
  'wrong-address': ['error', 'errors.title.wrongAddress', 'open-connection', 'retry'],
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

export function errorLogLevel(code: ErrorCode): LogLevel {
  return ERRORS[code][0];
}

/** Key of the heading of the error's card. */
export function errorTitle(code: ErrorCode) {
  return ERRORS[code][1];
}

export function isRequestedAgain(code: ErrorCode): boolean {
  return actsIn(code).includes('again');
}

/** The buttons on the error's card; at least one. */
export function errorActs(code: ErrorCode): ErrorAct[] {
  return actsIn(code).filter((act) => act !== 'again');
}

function actsIn(code: ErrorCode): ErrorRow[2][] {
  return ERRORS[code].slice(2) as ErrorRow[2][];
}
