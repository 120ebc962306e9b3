// @document
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveTail } from '@/src/core/records/live-tail';
import * as foreignText from '@/src/core/text/foreign-text';
import { MAX_GROUPED_CALLS } from '@/src/panel/conversation/call-events';
import { streamingToolCard } from '@/src/panel/conversation/tool-card-model';
import { callLine, MAX_LINE_LENGTH, prettyArguments } from '@/src/panel/kit/text/call-line';
import { emptyView, inShownChat } from '../in-shown-chat';
import { storedRun } from '../stored-run';
import { withRendering } from '../with-rendering';
import { feedOf, ShownConversation, ShownEntry, stubResizeObserver } from './shown-conversation';

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
  const show = (name: string, argumentsText: string) => {
    const card = streamingToolCard({ index: 0, name, argumentsText });
    page.render(<ShownEntry item={{ kind: 'tool', key: 'k', card }} />);
  };

  it.each([
    ['a name of 1.9 million invisible characters', '\u200b'.repeat(1_900_000), '{}'],
    ['a name of 1.9 million look-alike characters', 'а-'.repeat(950_000), '{}'],
    [
      '1.9 million characters of arguments, half of them invisible',
      'add',
      `{"a":"${'a\u200b'.repeat(950_000)}"}`,
    ],
  ])('with %s is a short entry, without processing hidden text', (_, name, argumentsText) => {
    show(name, argumentsText);
    expect(page.place.innerHTML.length).toBeLessThan(50_000);
    expect(page.place.querySelectorAll('*').length).toBeLessThan(700);
    expect(spelledOut()).toBeLessThan(20_000);
  });

  it('shows long arguments on demand, spelled out', async () => {
    show('add', `{${'a\n'.repeat(6_000)}\u200b`);
    expect(page.place.textContent).not.toContain('\\u200b');
    const [showAll = ''] = page.buttonNames();
    await page.press(showAll);
    expect(page.place.textContent).toContain('\\u200b');
    expect(page.place.textContent).not.toContain('\u200b');
  });
});

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('arguments of a hostile call', () => {
  it.each([
    ['nested 20,000 deep', nested(20_000)],
    ['nested 4,000 deep', nested(4_000)],
    ['nested 40 deep', nested(40)],
    ['2 MB long', JSON.stringify({ a: 'x'.repeat(2_000_000) })],
    ['2 MB of blanks that never end', `{"a":"${' '.repeat(2_000_000)}`],
  ])('%s are shown as received, on one short line', (_, text) => {
    expect(prettyArguments(text)).toBe(text);
    const line = callLine('add_rule', text);
    expect(line.startsWith('add_rule(')).toBe(true);
    expect(line.length).toBeLessThanOrEqual(MAX_LINE_LENGTH);
  });

  it('1,000 arguments are cut to one line', () => {
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n])));
    expect(callLine('add_rule', text)).toHaveLength(MAX_LINE_LENGTH);
    expect(callLine('add_rule', text).endsWith('…')).toBe(true);
  });

  it('nested as deep as tools need are indented', () => {
    expect(prettyArguments('{"a":[[1]]}')).toContain('\n');
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
  stubResizeObserver();
  const view = emptyView(storedRun({ state: 'processing' }));
  page.render(inShownChat({ view, feed: feedOf({ tail }) }, <ShownConversation />));
  expect(page.place.querySelectorAll('.tool-card')).toHaveLength(MAX_GROUPED_CALLS);
  expect(page.shown.getByText(`add_${number - 1}()`)).toBeDefined();
  expect(page.shown.queryByText(/earlier calls? of this answer/)?.textContent ?? null).toBe(note);
});
