// @document
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { adapters } from '@/src/adapters';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { toolWordings } from '@/src/core/adapter/tool-wording';
import { StewardError } from '@/src/core/errors';
import { sendCommand } from '@/src/panel/data/send-command';
import { useCallLine } from '@/src/panel/data/tool-words';
import { ToolWordsProvider } from '@/src/panel/shell/shown-chat-provider';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import { HERE } from '../../fakes/copied-chat';
import { emptyView } from '../in-shown-chat';
import { ended, storedRun } from '../stored-run';
import { stubCommands } from '../stub-commands';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const PAGE = { ...HERE, adapterId: 'model-filter' };
const CALLS = [
  ['get_models_matching_pattern', { provider: 'openai', pattern: '*mini*' }],
  ['ask_user', { question: 'Which?' }],
  ['page_find', {}],
] as const;
const pageTool = { name: 'find', title: 'Find a model', fingerprint: 'f'.repeat(64) };

function Lines() {
  const line = useCallLine();
  return CALLS.map(([name, args]) => <p key={name}>{line(name, args)}</p>);
}

/** Renders the lines of the calls in a chat about a model filter. */
async function linesIn(run: Run | null): Promise<string[]> {
  const chat = { binding: PAGE, pageTools: [pageTool] } as unknown as Partial<Chat>;
  await act(async () => {
    rendering.render(
      <ToolWordsProvider view={emptyView(run, chat)} isNeeded={run !== null}>
        <Lines />
      </ToolWordsProvider>,
    );
  });
  return rendering.shown.getAllByRole('paragraph').map(({ textContent }) => textContent);
}

beforeEach(stubCommands);

it('calls are shown in the words of the adapter, of Steward and of the page', async () => {
  vi.mocked(sendCommand).mockResolvedValue(toolWordings(createAdapterRegistry(adapters), PAGE.adapterId));
  const [ofAdapter, own, ofPage] = await linesIn(storedRun(ended('completed')));
  expect(ofAdapter).toBe('Look for *mini* in openai');
  expect(own).toBe('Ask: Which?');
  expect(ofPage).toBe('Find a model');
  expect(sendCommand).toHaveBeenCalledExactlyOnceWith({ type: 'word-tools', adapterId: PAGE.adapterId });
});

it('without the background’s answer, calls of Steward’s tools are shown by name and arguments', async () => {
  vi.mocked(sendCommand).mockRejectedValue(
    new StewardError('page-unknown', 'No such adapter.', { remedy: 'Update.' }),
  );
  const [, own, ofPage] = await linesIn(storedRun(ended('completed')));
  expect(own).toBe('ask_user("Which?")');
  expect(ofPage).toBe('Find a model');
});

it('no wordings are requested while no call is shown', async () => {
  await linesIn(null);
  expect(sendCommand).not.toHaveBeenCalled();
});
