// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildSystemPrompt } from '@/src/core/prompts/system-prompt';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { PromptProblem } from '@/src/core/records/prompt-problem';
import { Conversation } from '@/src/panel/conversation/conversation';
import { PromptProblems } from '@/src/panel/conversation/prompt-problems';
import { wholeView } from '../../fakes/whole-view';
import { ended, storedRun } from '../stored-run';
import { withRendering } from '../with-rendering';
import { NO_SUMMARIES } from './no-summaries';

const rendering = withRendering();
const lines = () => [...rendering.place.querySelectorAll('p')].map(({ textContent }) => textContent);

class NoResizeObserver {
  observe() {}
  disconnect() {}
}

// jsdom has no layout.
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoResizeObserver);
});

/** The problems of a prompt with a failing layout and a failing override. */
const { problems } = buildSystemPrompt(
  [{ key: 'notes:rules', priority: 1, content: { type: 'text', text: 'Own.' } }],
  { baseTemplate: '{{ nothing }}', overrides: { 'notes:rules': '{{ content | titel }}' }, exclusions: [] },
);

function showConversation(promptProblems: PromptProblem[] | undefined) {
  const chat = newChat({
    id: 'c',
    title: 'Chat',
    atMs: 0,
    binding: null,
    settings: newChatSettings(),
    lastStateHash: null,
  });
  const run = storedRun(ended('completed'), promptProblems === undefined ? {} : { promptProblems });
  rendering.render(
    <Conversation
      view={wholeView({ chat, messages: [], executions: [], run, pendingApproval: null })}
      feed={null}
      emptyState={null}
      onRetry={() => {}}
      onContinue={() => {}}
      onBranch={() => undefined}
      onResume={() => {}}
      revision={{ problem: () => null, onRevised: () => undefined }}
      onAnswer={async () => true}
      summaries={NO_SUMMARIES}
      onAgeOutputs={() => {}}
      onNewSession={() => {}}
    />,
  );
}

describe('problems of the system prompt', () => {
  it('are shown with the failed part and its replacement', () => {
    rendering.render(<PromptProblems problems={problems} />);
    expect(rendering.place.querySelector('[role="status"]')).not.toBeNull();
    expect(lines()).toEqual([
      'The system prompt was not sent as it is configured.',
      expect.stringMatching(
        /^The override of "notes:rules" failed, so it is not used: there is no filter "titel"/,
      ),
      'The template for the whole prompt failed, so the basic layout is used: "nothing" has no value.',
    ]);
  });

  it('are shown in the chat of their run, also if the panel opens later', () => {
    showConversation(problems);
    expect(lines()).toContain('The system prompt was not sent as it is configured.');
  });

  it('are not shown if there are none', () => {
    showConversation(undefined);
    expect(lines()).toEqual([]);
    rendering.render(<PromptProblems problems={[]} />);
    expect(rendering.place.textContent).toBe('');
  });
});
