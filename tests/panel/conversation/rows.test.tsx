// @document

import { within } from '@testing-library/react/pure';
import { describe, expect, it } from 'vitest';
import { type RenderEvent, withoutTechnical } from '@/src/panel/conversation/render-event';
import type { AccountingMessage, RollbackMessage, SummaryMessage } from '@/src/schema/message';
import { inShownChat } from '../in-shown-chat';
import { inWords } from '../in-words';
import { BASE, rollbackMessage, summaryMessage } from '../stored-messages';
import { withRendering } from '../with-rendering';
import { ShownEntry } from './shown-conversation';

const rendering = withRendering();
const base = { ...BASE, id: 'm', createdAtMs: new Date(2026, 0, 1, 14, 32, 15).getTime() };

const show = (item: RenderEvent) => rendering.render(inShownChat({}, <ShownEntry item={item} />));
const text = () => rendering.place.textContent;

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };
const NO_TOKENS_TEXT = '0 input tokens · 0 output tokens';

function accounting(row: Partial<AccountingMessage>): RenderEvent {
  const message: AccountingMessage = {
    ...base,
    role: 'accounting',
    reason: 'Message edited',
    cumulativeTokens: NO_TOKENS,
    discardedMessages: 0,
    ...row,
  };
  return { kind: 'accounting', key: 'm', message };
}

describe('an accounting row', () => {
  it('is a horizontal line with a money bag, the reason and all four figures', () => {
    const cumulativeTokens = {
      inputTokens: 12_500,
      outputTokens: 8_300,
      cacheReadTokens: 5_000,
      cacheCreationTokens: 1_200,
    };
    show(accounting({ cumulativeTokens, discardedMessages: 5 }));
    expect(text()?.trim()).toBe(
      'Message edited · 12,500 input tokens · 8,300 output tokens · 5,000 tokens read from cache · ' +
        '1,200 tokens written to cache',
    );
    expect(rendering.shown.getAllByRole('separator')).toHaveLength(1);
    expect(rendering.place.querySelector('svg.lucide-money-bag')?.getAttribute('aria-hidden')).toBe('true');
  });

  it.each<[string, Partial<AccountingMessage>, string]>([
    [
      'only its reason and figures if it affected no messages',
      { reason: 'Cancelled' },
      `Cancelled · ${NO_TOKENS_TEXT}`,
    ],
    [
      'messages that are no longer sent',
      { reason: 'Summarized', omittedMessages: 12 },
      `Summarized · ${NO_TOKENS_TEXT} · 12 messages no longer sent`,
    ],
    [
      'calls and results that tool memory forgot',
      { reason: 'Pruned', prunedBy: 'tool-memory', omittedMessages: 2 },
      `Pruned · ${NO_TOKENS_TEXT} · 2 messages with calls and results no longer sent: forgotten by tool memory`,
    ],
    [
      'one result that is only shortened as still sent',
      { reason: 'Pruned', prunedBy: 'ageing', omittedMessages: 1 },
      `Pruned · ${NO_TOKENS_TEXT} · 1 old result sent shortened`,
    ],
    [
      'several results that are only shortened',
      { reason: 'Pruned', prunedBy: 'ageing', omittedMessages: 1_204 },
      `Pruned · ${NO_TOKENS_TEXT} · 1,204 old results sent shortened`,
    ],
    [
      'the oldest messages that are left out',
      { reason: 'Pruned', prunedBy: 'trimming', omittedMessages: 1 },
      `Pruned · ${NO_TOKENS_TEXT} · 1 old message no longer sent: beyond the budget for requests`,
    ],
    [
      'unknown tokens as such if no request has counts',
      { cumulativeTokens: { ...NO_TOKENS, unknownRequests: 1 } },
      'Message edited · tokens unknown (1 request without a token count)',
    ],
    [
      'lower bounds as such if some requests have no counts',
      {
        cumulativeTokens: {
          inputTokens: 12,
          outputTokens: 3,
          cacheReadTokens: 4,
          cacheCreationTokens: 1,
          unknownRequests: 2,
        },
      },
      'Message edited · at least 12 input tokens · 3 output tokens · 4 tokens read from cache · ' +
        '1 token written to cache (2 requests without a token count)',
    ],
  ])('shows %s', (_, row, expected) => {
    show(accounting(row));
    expect(text()?.trim()).toBe(expected);
  });
});

describe('without technical rows, an accounting row', () => {
  const totals = { ...NO_TOKENS, inputTokens: 4_210, outputTokens: 380 };
  it.each<[string, Partial<AccountingMessage>, string | null]>([
    [
      'is one line about messages that tool memory leaves out',
      { reason: 'Pruned', prunedBy: 'tool-memory', omittedMessages: 2 },
      'Left out · 2 messages with calls and results no longer sent: forgotten by tool memory',
    ],
    [
      'is one line about messages that a summary replaces',
      { reason: 'Summarized', omittedMessages: 12 },
      'Summarized · 12 messages no longer sent',
    ],
    [
      'is one line with the chat’s tokens if an answer was cancelled',
      { reason: 'Cancelled' },
      'Cancelled · 4,590 tokens in this chat so far',
    ],
    [
      'is one line with the known tokens as the least if a request had no token count',
      { reason: 'Retry after error', cumulativeTokens: { ...totals, unknownRequests: 1 } },
      'Request repeated · at least 4,210 input tokens · 380 output tokens ' +
        '(1 request without a token count)',
    ],
    ['is not shown beside a row that says so', { reason: 'Message edited' }, null],
  ])('%s', (_, row, line) => {
    const shown = withoutTechnical(accounting({ cumulativeTokens: totals, ...row }));
    expect(inWords(shown)).toEqual(line === null ? [] : [{ kind: 'note', key: 'm', text: line }]);
  });

  it.each<RenderEvent>([
    { kind: 'title', key: 'm', text: 'Rules' },
    { kind: 'side-request', key: 'm', asksFor: 'summary', text: 'Write it.' },
    { kind: 'system-prompt', key: 'm', chatId: 'c', runId: 'r' },
  ])('is the only technical row with a line; nothing is shown of $kind', (event) => {
    expect(withoutTechnical(event)).toEqual([]);
  });
});

const NOT_SAVED = { savedNote: 'Not saved.' };

it.each<[Partial<RollbackMessage>, title: string, note: string]>([
  [{ kind: 'edit', discardedMessages: 2 }, 'Message edited', '2 messages set aside.'],
  [{ kind: 'retry', discardedMessages: 1 }, 'Answer retried', '1 message set aside.'],
  [
    { discardedMessages: 2, savedNote: 'Not\u00a0saved.' },
    'Rolled back',
    '2 messages set aside. Not\\u00a0saved.',
  ],
  [{ discardedMessages: 2, ...NOT_SAVED }, 'Rolled back', '2 messages set aside. Not saved.'],
  [{ kind: 'undo', ...NOT_SAVED }, 'Undone', 'Not saved.'],
  [{ kind: 'restore-unsaved', ...NOT_SAVED }, 'Restored after a reload', 'Not saved.'],
  [{ kind: 'restore-saved', ...NOT_SAVED }, 'Earlier save restored', 'Not saved.'],
  [{ broughtBack: 54 }, 'Redone', '54 messages brought back.'],
  // The redo of an undo.
  [{ broughtBack: 0, ...NOT_SAVED }, 'Redone', 'Not saved.'],
  [{ broughtBack: 1, discardedMessages: 1 }, 'Redone', '1 message brought back, 1 message set aside.'],
])('a row of %j says “%s” and “%s”', (fields, title, note) => {
  const message = rollbackMessage({ ...base, description: 'Before add_rule("*")', ...fields });
  show({ kind: 'rollback', key: 'm', message });
  expect(text()).toBe(`${title} · Before add_rule("*") · 14:32:15${note}`);
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
  show({ kind: 'user', key: 'm', message: { content: 'Hi', createdAtMs: base.createdAtMs, changes } });
  expect(rendering.shown.getByText(/2,000 changes on the page, sent with this message/)).toBeDefined();
  expect(rendering.shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'rule added · ignore · openai · a*',
    '1,999 more: rule added · ignore · openai',
  ]);
  expect(text()).not.toContain('list_rules');
});

it.each([
  ['title', 'Title requested', 'notebook-pen'],
  ['summary', 'Summary requested', 'clipboard-list'],
] as const)('shows a request for a %s with its icon, and its text folded', (asksFor, words, icon) => {
  show({ kind: 'side-request', key: 'm', asksFor, text: 'Write it.' });
  const row = rendering.shown.getByRole<HTMLDetailsElement>('group');
  expect(row.open).toBe(false);
  expect(within(row).getByText(words).querySelector(`svg.lucide-${icon}`)).not.toBeNull();
  expect(within(row).getByRole('paragraph').textContent).toBe('Write it.');
});

it('shows a title as what it is, with its odd characters spelled out', () => {
  show({ kind: 'title', key: 'm', text: 'Hide \u202eslebal' });
  expect(text()).toMatch(/^Title: Hide .*slebal$/);
  expect(text()).not.toContain('\u202e');
});

it.each<[SummaryMessage['state'], string[], RegExp]>([
  ['draft', ['Use summary', 'Discard'], /Read it and correct what is wrong\./],
  ['boundary', ['Remove summary'], /Requests contain this in place of the messages above/],
  ['removed', [], /Removed: requests contain the messages above again\./],
])('shows a summary that is %s with its header, and what can be done', (state, buttons, words) => {
  show({ kind: 'summary', key: 'm', message: summaryMessage({ state, leftOut: 3 }) });
  const [header] = rendering.shown.getAllByRole('paragraph');
  expect(header?.textContent).toBe('Conversation summary (checkpoint)');
  expect(header?.querySelector('svg.lucide-pin')).not.toBeNull();
  expect(rendering.shown.getByRole('status').textContent).toMatch(words);
  expect(rendering.shown.getByText(/^It does not cover 3 messages that did not fit/)).toBeDefined();
  expect(rendering.buttonNames()).toEqual(buttons);
});

it('keeps an empty draft from being used', async () => {
  show({ kind: 'summary', key: 'm', message: summaryMessage({ content: ' ' }) });
  expect(rendering.button('Use summary').disabled).toBe(true);
});
