import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MAX_DETAIL_LENGTH, MAX_DETAIL_LEVELS } from '@/src/adapters/kit/page-protocol';
import { MAX_DECISION_STEPS } from '@/src/adapters/kit/rules/decision-budget';
import {
  MAX_MODELS,
  MAX_NAME_LENGTH,
  MAX_PAGE_TEXT_LENGTH,
  MAX_PATTERN_UNITS,
  MAX_PROVIDERS,
  MAX_RULES,
  MAX_RULES_LENGTH,
} from '@/src/adapters/model-filter/context-limits';
import { MAX_MODELS_TRIED } from '@/src/background/endpoint/connection-test';
import {
  MAX_BODY_BYTES,
  MAX_ERROR_BODY_BYTES,
  MAX_LINE_BYTES,
} from '@/src/background/endpoint/endpoint-fetch';
import { MAX_PAUSE_MS } from '@/src/background/page/coalesce';
import { MAX_SCHEMA_ERRORS } from '@/src/background/page/page-errors';
import { MAX_REFUSED_ARGUMENTS_LENGTH } from '@/src/core/history/entry-message';
import {
  MAX_CALLS_LENGTH,
  MAX_EVENT_LENGTH,
  MAX_EVENT_VALUES,
  MAX_LIST_VALUES,
  MAX_MEMBERS_LENGTH,
  MAX_TEXT_LENGTH,
} from '@/src/core/llm/answer-limits';
import { MAX_CALLS } from '@/src/core/llm/call-assembler';
import { MAX_CONTEXT_TOKENS, MAX_TOKEN_PRICE } from '@/src/core/llm/read-model-figures';
import { MAX_REQUESTS_IN_FLIGHT } from '@/src/core/llm/request-queue';
import { MAX_DETAILS_LENGTH } from '@/src/core/llm/retry-after';
import { MAX_RETRY_WAIT_MS } from '@/src/core/llm/retry-policy';
import { MAX_CHAT_ANSWER } from '@/src/core/loop/answer-wait';
import { MAX_MESSAGES_BETWEEN } from '@/src/core/policy/message-target';
import { newChatSettings } from '@/src/core/records/chat';
import { MIN_KEY_LENGTH, MIN_WORD_KEY_LENGTH } from '@/src/core/secrets/known-secrets';
import { MAX_CHAT_MESSAGE } from '@/src/core/tools/send-message';
import { MAX_KEPT_TEXT_LENGTH, MAX_SELECTION_LENGTH } from '@/src/messages/channels';
import { PAGE_REPLY_BOUNDS } from '@/src/messages/page-answers';
import { MAX_IMAGE_FILE_BYTES } from '@/src/panel/composer/images/prepare-image';
import {
  MAX_CELL_MARKS,
  MAX_MARKDOWN_CHARS,
  MAX_MARKDOWN_WEIGHT,
} from '@/src/panel/kit/markdown/markdown-limits';
import { MAX_HIGHLIGHTED_CHARS } from '@/src/panel/kit/markdown/use-highlighting';
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIDE, MAX_IMAGES } from '@/src/schema/values/image';
import { MAX_LISTED_MODELS, MAX_MODEL_ID_LENGTH } from '@/src/schema/values/limits';
import { CHAT_SETTINGS, CONNECTION_SETTINGS } from '@/src/schema/values/settings';

const rows = readFileSync('docs/limits.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'));

it.each([
  ['MAX_TEXT_LENGTH', MAX_TEXT_LENGTH],
  ['MAX_CALLS_LENGTH', MAX_CALLS_LENGTH],
  ['MAX_MEMBERS_LENGTH', MAX_MEMBERS_LENGTH],
  ['MAX_CALLS', MAX_CALLS],
  ['MAX_REFUSED_ARGUMENTS_LENGTH', MAX_REFUSED_ARGUMENTS_LENGTH],
  ['MAX_LINE_BYTES', MAX_LINE_BYTES],
  ['MAX_EVENT_LENGTH', MAX_EVENT_LENGTH],
  ['MAX_EVENT_VALUES', MAX_EVENT_VALUES],
  ['MAX_LIST_VALUES', MAX_LIST_VALUES],
  ['MAX_BODY_BYTES', MAX_BODY_BYTES],
  ['MAX_ERROR_BODY_BYTES', MAX_ERROR_BODY_BYTES],
  ['MAX_KEPT_TEXT_LENGTH', MAX_KEPT_TEXT_LENGTH],
  ['MAX_CHAT_MESSAGE', MAX_CHAT_MESSAGE],
  ['MAX_CHAT_ANSWER', MAX_CHAT_ANSWER],
  ['MAX_MESSAGES_BETWEEN', MAX_MESSAGES_BETWEEN],
  ['MIN_KEY_LENGTH', MIN_KEY_LENGTH],
  ['MIN_WORD_KEY_LENGTH', MIN_WORD_KEY_LENGTH],
  ['MAX_DETAILS_LENGTH', MAX_DETAILS_LENGTH],
  ['MAX_LISTED_MODELS', MAX_LISTED_MODELS],
  ['MAX_CONTEXT_TOKENS', MAX_CONTEXT_TOKENS],
  ['MAX_TOKEN_PRICE', MAX_TOKEN_PRICE],
  ['MAX_REQUESTS_IN_FLIGHT', MAX_REQUESTS_IN_FLIGHT],
  ['MAX_MODEL_ID_LENGTH', MAX_MODEL_ID_LENGTH],
  ['CONNECTION_SETTINGS.firstPieceMs', CONNECTION_SETTINGS.firstPieceMs.whenNull / 1_000],
  ['CONNECTION_SETTINGS.firstPieceMs', CONNECTION_SETTINGS.firstPieceMs.max / 1_000],
  ['CONNECTION_SETTINGS.pauseMs', CONNECTION_SETTINGS.pauseMs.whenNull / 1_000],
  ['requestAttempts', newChatSettings().requestAttempts],
  ['requestAttempts', CHAT_SETTINGS.requestAttempts.max],
  ['MAX_RETRY_WAIT_MS', MAX_RETRY_WAIT_MS / 1_000],
  ['MAX_MODELS_TRIED', MAX_MODELS_TRIED],
  ['MAX_DETAIL_LENGTH', MAX_DETAIL_LENGTH],
  ['MAX_DETAIL_LEVELS', MAX_DETAIL_LEVELS],
  ['PAGE_REPLY_BOUNDS', PAGE_REPLY_BOUNDS.length],
  ['PAGE_REPLY_BOUNDS', PAGE_REPLY_BOUNDS.levels],
  ['MAX_PROVIDERS', MAX_PROVIDERS],
  ['MAX_MODELS', MAX_MODELS],
  ['MAX_RULES', MAX_RULES],
  ['MAX_RULES_LENGTH', MAX_RULES_LENGTH],
  ['MAX_PATTERN_UNITS', MAX_PATTERN_UNITS],
  ['MAX_NAME_LENGTH', MAX_NAME_LENGTH],
  ['MAX_PAGE_TEXT_LENGTH', MAX_PAGE_TEXT_LENGTH],
  ['MAX_SELECTION_LENGTH', MAX_SELECTION_LENGTH],
  ['MAX_IMAGES', MAX_IMAGES],
  ['MAX_IMAGE_BYTES', MAX_IMAGE_BYTES],
  ['MAX_IMAGE_SIDE', MAX_IMAGE_SIDE],
  ['MAX_IMAGE_FILE_BYTES', MAX_IMAGE_FILE_BYTES],
  ['MAX_MISFITS', MAX_SCHEMA_ERRORS],
  ['MAX_PAUSE_MS', MAX_PAUSE_MS],
  ['MAX_DECISION_STEPS', MAX_DECISION_STEPS],
  ['MAX_MARKDOWN_CHARS', MAX_MARKDOWN_CHARS],
  ['MAX_MARKDOWN_WEIGHT', MAX_MARKDOWN_WEIGHT],
  ['MAX_CELL_MARKS', MAX_CELL_MARKS],
  ['MAX_HIGHLIGHTED_CHARS', MAX_HIGHLIGHTED_CHARS],
])('docs/limits.md lists %s as %d', (name, value) => {
  const row = rows.find((line) => line.includes(`(\`${name}\`)`));
  expect(row?.split('|')[2]).toMatch(new RegExp(`(^|\\D)${value.toLocaleString('en-US')}(\\D|$)`));
});
