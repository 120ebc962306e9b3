import type { RenderEvent } from '@/src/panel/conversation/render-event';
import type { ToolCardState } from '@/src/panel/kit/tool-state-icon';
import type { Message } from '@/src/schema/message';
import { ended } from '../stored-run';
import { asks, calls, execution, messagesOf, responds, results, rowsOf, type StoryRows } from './story-rows';

const MARKDOWN = `I'll add **one rule**. It hides these models:

| model | provider | status |
| --- | --- | --- |
| \`gpt-4o-preview\` | openai | hidden |
| \`o1-preview\` | openai | hidden |

1. It matches whole ids.
2. Case doesn't matter.

\`\`\`json
{ "ignore": ["*-preview*"], "whitelist": [] }
\`\`\`

> Nothing changes for clients until you save. See <https://example.com/docs>.`;

const QUESTION = { question: 'Hide them where?', choices: ['Only openai', 'All providers'] };

/** A conversation with an entry of each kind that is stored, and a card of each state. */
export const EVERYTHING: StoryRows = everything();

function everything(): StoryRows {
  const messages = messagesOf(
    { ...asks('Hide all preview models, and tell me what changed.'), changes: [change('rule_added')] },
    responds(MARKDOWN, {
      reasoning: 'The user wants previews hidden. One ignore rule is enough.',
      reasoningMs: 2_400,
      finishReason: 'tool_calls',
      toolCalls: [
        calls('e1', 'add_ignore_rule', { pattern: '*-preview*', provider: 'openai' }),
        calls('e2', 'add_whitelist_rule', { pattern: 'gpt-9*', provider: 'openai' }),
      ],
    }),
    results('e1', 'add_ignore_rule', {
      success: true,
      message: '5 models hidden.',
      data: { newly_hidden: ['gpt-4o-preview', 'o1-preview'], newly_hidden_count: 5 },
    }),
    results('e2', 'add_whitelist_rule', {
      success: false,
      message: 'No model matches "gpt-9*".',
      error_code: 'no_match',
    }),
    { role: 'system', scope: 'page', content: 'The models of openai were fetched again.' },
    responds('', { finishReason: 'tool_calls', toolCalls: [calls('e3', 'save_changes', {})] }),
    results('e3', 'save_changes', { success: true, message: 'Would be saved.' }, { planned: true }),
    {
      role: 'rollback',
      kind: 'rollback',
      checkpointId: 'k1',
      safetyCheckpointId: 'k2',
      description: 'Before: Hide the previews',
      stateHash: 'h',
      discardedMessages: 3,
      savedNote: 'The saved rules are those of the page.',
      savedSince: null,
    },
    {
      role: 'accounting',
      reason: 'Rolled back',
      cumulativeTokens: {
        inputTokens: 4_210,
        outputTokens: 380,
        cacheReadTokens: 1_024,
        cacheCreationTokens: 0,
      },
      discardedMessages: 3,
    },
    { role: 'system-title', content: 'Write a title for this conversation.' },
    { role: 'title', content: 'Hide preview models', model: 'gpt-4o' },
    { role: 'system-summary', content: 'Summarize this conversation.' },
    {
      role: 'summary',
      content: 'The user hid the **preview models** of openai and rolled that back.',
      model: 'gpt-4o',
      state: 'draft',
    },
    asks('And the audio models?'),
    responds('', {
      finishReason: 'tool_calls',
      toolCalls: [calls('e4', 'ask_user', QUESTION)],
    }),
    results('e4', 'ask_user', { success: true, message: 'The user was asked.' }),
  );
  return rowsOf(messages, { status: { state: 'waiting-for-user-input', reason: 'question' } });
}

function change(type: string) {
  return { type, timestamp: '2026-01-05T09:29:00Z', pattern: '*mini*', provider: 'openai' };
}

/** The id of the response that made a call. */
export function idOf(messages: readonly Message[], executionId: string): string {
  const response = messages.find(
    (message) =>
      message.role === 'assistant' && message.toolCalls.some((call) => call.executionId === executionId),
  );
  return response?.id ?? '';
}

/** Calls that have no result yet; the run waits for the approval of the second. */
export const OPEN_CALLS: StoryRows = openCalls();

function openCalls(): StoryRows {
  const messages = messagesOf(
    asks('Hide all preview models'),
    responds('', {
      finishReason: 'tool_calls',
      toolCalls: [calls('e1', 'add_ignore_rule', { pattern: '*-preview*' }), calls('e2', 'save_changes', {})],
    }),
  );
  const id = idOf(messages, 'e1');
  return rowsOf(
    messages,
    { status: { state: 'waiting-for-approval', approvalId: 'a' } },
    {
      executions: [
        execution('e1', id, 'add_ignore_rule', 'started'),
        { ...execution('e2', id, 'save_changes', 'awaiting-approval'), index: 1 },
      ],
    },
  );
}

/** An answer that broke off. */
const BROKEN_OFF: StoryRows = rowsOf(
  messagesOf(asks('Which models are hidden?'), {
    role: 'partial-answer',
    content: 'These models are **hid',
    reasoning: '',
    reasoningMs: 0,
    model: 'gpt-4o',
    seenStateHash: null,
  }),
  {
    status: ended('error'),
    error: { code: 'network', message: 'The answer broke off.', remedy: 'Try again.', details: null },
  },
);

/** A chat of 400 messages. */
export const LONG: StoryRows = rowsOf(
  messagesOf(
    ...Array.from({ length: 200 }, (_, index) => [
      asks(`Question ${index + 1}`),
      responds(`Answer ${index + 1}: the rule \`*-v${index}*\` hides ${index} models.`),
    ]).flat(),
  ),
  { status: ended('completed') },
);

/** The stories that together show each kind of entry. A new kind without a story doesn't compile. */
export const ENTRY_STORIES: Record<RenderEvent['kind'], StoryRows> = {
  user: EVERYTHING,
  thinking: EVERYTHING,
  answer: EVERYTHING,
  'partial-answer': BROKEN_OFF,
  tool: EVERYTHING,
  'tool-group': EVERYTHING,
  question: EVERYTHING,
  note: EVERYTHING,
  rollback: EVERYTHING,
  accounting: EVERYTHING,
  'system-prompt': EVERYTHING,
  'side-request': EVERYTHING,
  title: EVERYTHING,
  summary: EVERYTHING,
};

/** Two calls that changed nothing: one that the user refused, and one that failed. */
const UNDONE_CALLS: StoryRows = rowsOf(
  messagesOf(
    asks('Hide all audio models'),
    responds('', {
      finishReason: 'tool_calls',
      toolCalls: [calls('u1', 'add_ignore_rule', { pattern: '*audio*' }), calls('u2', 'save_changes', {})],
    }),
    results('u1', 'add_ignore_rule', {
      success: false,
      message: 'The user refused this call: not these.',
      error_code: 'rejected_by_user',
      data: { user_note: 'not these.' },
    }),
    results('u2', 'save_changes', {
      success: false,
      message: 'The page did not answer in time.',
      error_code: 'timeout',
    }),
    responds('Nothing was changed.'),
  ),
  { status: { state: 'done' } },
);

/** The stories that together show a card in each state. */
export const CARD_STORIES: Record<ToolCardState, StoryRows> = {
  running: OPEN_CALLS,
  'awaiting-approval': OPEN_CALLS,
  planned: EVERYTHING,
  done: EVERYTHING,
  'nothing-to-do': EVERYTHING,
  refused: UNDONE_CALLS,
  failed: UNDONE_CALLS,
};
