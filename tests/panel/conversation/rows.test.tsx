// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { AccountingMessage, RollbackMessage } from '@/src/core/records/message';
import { ConversationEntry } from '@/src/panel/conversation/conversation-entry';
import type { ConversationItem } from '@/src/panel/conversation/conversation-item';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const base = {
  id: 'm',
  chatId: 'c',
  runId: 'r',
  position: 0,
  createdAtMs: new Date(2026, 0, 1, 14, 32, 15).getTime(),
  discardedBy: null,
};

function shown(item: ConversationItem): string | null {
  rendering.render(<ConversationEntry item={item} onAnswer={async () => true} />);
  return rendering.place.textContent;
}

it.each<[AccountingMessage['reason'], string]>([
  ['Rolled back', 'Used until here: 12 tokens in · 3 out'],
  ['Undone', 'Used until here: 12 tokens in · 3 out'],
  ['Unsaved changes restored', 'Used until here: 12 tokens in · 3 out'],
  ['Earlier save restored', 'Used until here: 12 tokens in · 3 out'],
  ['Cancelled', 'The answer was cancelled. Used until here: 12 tokens in · 3 out'],
  ['Checkpoints deleted', 'The oldest checkpoints were deleted. Used until here: 12 tokens in · 3 out'],
])('shows the usage after “%s”', (reason, text) => {
  const message: AccountingMessage = {
    ...base,
    role: 'accounting',
    reason,
    cumulativeTokens: { inputTokens: 12, outputTokens: 3, cacheReadTokens: 0, cacheCreationTokens: 0 },
    discardedMessages: 0,
  };
  expect(shown({ kind: 'accounting', key: 'm', message })).toBe(text);
});

it.each<[AccountingMessage['cumulativeTokens'], string]>([
  [
    { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0, unknownRequests: 1 },
    'Used until here: tokens unknown (1 request without a token count)',
  ],
  [
    { inputTokens: 12, outputTokens: 3, cacheReadTokens: 4, cacheCreationTokens: 1, unknownRequests: 2 },
    'Used until here: at least 12 tokens in · 5 cached · 3 out (2 requests without a token count)',
  ],
  [
    { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 },
    'Used until here: 0 tokens in · 0 out',
  ],
])('shows incomplete usage as a lower bound: %j', (cumulativeTokens, text) => {
  const row = { ...base, role: 'accounting', reason: 'Undone', cumulativeTokens } as const;
  expect(shown({ kind: 'accounting', key: 'm', message: { ...row, discardedMessages: 0 } })).toBe(text);
});

it.each([
  ['rollback', 2, 'Rolled back · Before add_rule("*") · 14:32:152 messages set aside. Not saved.'],
  ['undo', 0, 'Undone · Before add_rule("*") · 14:32:15Not saved.'],
  ['restore-unsaved', 0, 'Restored after a reload · Before add_rule("*") · 14:32:15Not saved.'],
  ['restore-saved', 0, 'Earlier save restored · Before add_rule("*") · 14:32:15Not saved.'],
] as const)('a %s says what it took back', (kind, discardedMessages, text) => {
  const message: RollbackMessage = {
    ...base,
    role: 'rollback',
    kind,
    checkpointId: 'p',
    safetyCheckpointId: 's',
    description: 'Before add_rule("*")',
    stateHash: 'h',
    discardedMessages,
    savedNote: 'Not saved.',
    savedSince: null,
  };
  expect(shown({ kind: 'rollback', key: 'm', message })).toBe(text);
});

it('lists all changes reported with a message, including those that are only counted', () => {
  const timestamp = '2026-11-20T08:15:02.000Z';
  const rule = { rule_type: 'ignore', provider: 'openai' };
  const changes = [
    { type: 'rule_added', timestamp, ...rule, pattern: 'a*' },
    {
      type: 'changes_left_out',
      timestamp,
      of: 'rule_added',
      ...rule,
      count: 1_999,
      read_with: 'list_rules',
    },
  ];
  const text = shown({ kind: 'user', key: 'm', text: 'Hi', createdAtMs: base.createdAtMs, changes });
  expect(text).toContain('reported 2,000 changes on the page');
  expect(text).toContain('rule added · ignore · openai · a*');
  expect(text).toContain('1,999 more: rule added · ignore · openai');
  expect(text).not.toContain('list_rules');
});
