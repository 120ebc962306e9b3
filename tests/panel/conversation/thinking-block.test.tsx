// @document
import { describe, expect, it } from 'vitest';
import type { LiveTail } from '@/src/core/records/live-tail';
import { liveEvents, storedEvents } from '@/src/panel/conversation/convert-message-to-events';
import type { RenderEvent } from '@/src/panel/conversation/render-event';
import { assistantMessage } from '../stored-messages';
import { ended, storedRun } from '../stored-run';
import { withRendering } from '../with-rendering';
import { ShownEntry } from './shown-conversation';

const page = withRendering();

const RUNNING = storedRun({ state: 'processing' });
const STORED = assistantMessage({
  content: 'The audio models.',
  reasoning: 'Which? Audio.',
  reasoningMs: 2_000,
});

/** The response as far as it has streamed in. */
function live(reasoning: string, content: string): RenderEvent[] {
  const tail: LiveTail = {
    epoch: 'e',
    runId: RUNNING.id,
    attempt: RUNNING.attempt,
    seq: 1,
    messageId: 'm',
    content,
    reasoning,
    toolCalls: [],
  };
  return liveEvents(tail, content === '' ? null : 2_000, { messages: [], run: RUNNING });
}
const stored = () =>
  storedEvents({
    messages: [STORED],
    executions: [],
    unanswered: [],
    run: storedRun(ended('completed')),
    opensWithPrompt: true,
  });

/** Shows the items; returns whether the thinking is open. */
function isOpenWith(items: readonly RenderEvent[]): boolean {
  page.render(items.map((item) => <ShownEntry key={item.key} item={item} />));
  return block().open;
}
const block = () => page.shown.getByRole<HTMLDetailsElement>('group');
const toggle = () => page.user.click(page.shown.getByText(/^(Thinking|Thought)/));

describe('the thinking of an answer', () => {
  it('is open while it streams, and closes with the first word of the answer', () => {
    expect(isOpenWith(live('Which?', ''))).toBe(true);
    expect(isOpenWith(live('Which? Audio.', ''))).toBe(true);
    expect(isOpenWith(live('Which? Audio.', 'The'))).toBe(false);
    expect(isOpenWith(stored())).toBe(false);
  });

  it('stays closed if the user closes it while it streams', async () => {
    isOpenWith(live('Which?', ''));
    await toggle();
    expect(block().open).toBe(false);
    expect(isOpenWith(live('Which? Audio.', ''))).toBe(false);
    expect(isOpenWith(stored())).toBe(false);
  });

  it('stays open if the user opens it, also once the answer is stored', async () => {
    isOpenWith(live('Which? Audio.', 'The'));
    await toggle();
    expect(isOpenWith(live('Which? Audio.', 'The audio'))).toBe(true);
    expect(isOpenWith(stored())).toBe(true);
  });
});
