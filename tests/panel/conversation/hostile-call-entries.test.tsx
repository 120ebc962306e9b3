// @document
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import type { LiveTail } from '@/src/core/records/live-tail';
import * as foreignText from '@/src/core/text/foreign-text';
import { MAX_GROUPED_CALLS } from '@/src/panel/conversation/call-events';
import { streamingToolCard } from '@/src/panel/conversation/tool-card-model';
import type { LiveFeed, LiveSnapshot } from '@/src/panel/data/live-feed';
import type { ChatView } from '@/src/store/queries';
import { wholeView } from '../../fakes/whole-view';
import { inShownChat } from '../in-shown-chat';
import { storedRun } from '../stored-run';
import { withRendering } from '../with-rendering';
import { ShownConversation, ShownEntry } from './shown-conversation';

const page = withRendering();
beforeEach(() => {
  vi.spyOn(foreignText, 'spellOut');
  vi.spyOn(foreignText, 'spellOutLines');
});

/** UTF-16 units that were processed character by character. */
const spelledOut = () =>
  [...vi.mocked(foreignText.spellOut).mock.calls, ...vi.mocked(foreignText.spellOutLines).mock.calls].reduce(
    (sum, [text]) => sum + text.length,
    0,
  );

describe('a call', () => {
  it.each([
    ['a name of 1.9 million invisible characters', '\u200b'.repeat(1_900_000), '{}'],
    ['a name of 1.9 million look-alike characters', 'а-'.repeat(950_000), '{}'],
    [
      '1.9 million characters of arguments, half of them invisible',
      'add',
      `{"a":"${'a\u200b'.repeat(950_000)}"}`,
    ],
  ])('with %s is a short entry, without processing hidden text', (_, name, argumentsText) => {
    const card = streamingToolCard({ index: 0, name, argumentsText });
    page.render(<ShownEntry item={{ kind: 'tool', key: 'k', card }} />);
    expect(page.place.innerHTML.length).toBeLessThan(50_000);
    expect(page.place.querySelectorAll('*').length).toBeLessThan(700);
    expect(spelledOut()).toBeLessThan(20_000);
  });

  it('shows long arguments on demand, spelled out', async () => {
    const card = streamingToolCard({ index: 0, name: 'add', argumentsText: `{${'a\n'.repeat(6_000)}\u200b` });
    page.render(<ShownEntry item={{ kind: 'tool', key: 'k', card }} />);
    expect(page.place.textContent).not.toContain('\\u200b');
    const [showAll = ''] = page.buttonNames();
    await page.press(showAll);
    expect(page.place.textContent).toContain('\\u200b');
    expect(page.place.textContent).not.toContain('\u200b');
  });
});

it.each([
  [MAX_GROUPED_CALLS, null],
  [MAX_GROUPED_CALLS + 1, '1 earlier call of this answer is shown when it is complete.'],
  [1_000, '940 earlier calls of this answer are shown when it is complete.'],
])('shows the newest of %d streaming calls, and the number of earlier ones', (number, note) => {
  const toolCalls = Array.from({ length: number }, (_, index) => ({
    index,
    name: `add_${index}`,
    argumentsText: '{}',
  }));
  const tail: LiveTail = {
    epoch: 'e',
    runId: 'r',
    attempt: 1,
    seq: 1,
    messageId: 'm',
    content: '',
    reasoning: '',
    toolCalls,
  };
  const snapshot: LiveSnapshot = {
    tail,
    thinkingTime: { ms: 0, sinceMs: null },
    page: null,
    link: 'open',
  } as unknown as LiveSnapshot;
  const feed: LiveFeed = {
    subscribe: () => () => undefined,
    getSnapshot: () => snapshot,
    settle: () => undefined,
  };
  const view = wholeView({
    chat: { id: 'c', pageTools: [], settings: newChatSettings() },
    messages: [],
    executions: [],
    run: storedRun({ state: 'processing' }),
    pendingApproval: null,
  } as unknown as ChatView);
  const ignore = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = ignore;
      disconnect = ignore;
    },
  );
  page.render(inShownChat({ view, feed }, <ShownConversation />));
  expect(page.place.querySelectorAll('.tool-card')).toHaveLength(MAX_GROUPED_CALLS);
  expect(page.shown.getByText(`add_${number - 1}()`)).toBeDefined();
  expect(page.shown.queryByText(/earlier calls? of this answer/)?.textContent ?? null).toBe(note);
});
