// @document
import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/react/pure';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { KeepRecipeButton } from '@/src/panel/conversation/revision/message-actions';
import { PromptSheet } from '@/src/panel/data/saved-prompts/parts';
import type { NewPrompt } from '@/src/panel/data/saved-prompts/prompt-sheet';
import { RecipeList } from '@/src/panel/data/saved-prompts/recipe-list';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { assistantMessage, userMessage } from '../../stored-messages';
import { ACCEPTED, refusal, stubBackground } from '../../stub-background';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const writer = createDatabase(DATABASE_NAME);
let sent: Command[];
let reply: unknown;

const hide = (pattern: string) => ({ name: 'add_ignore_rule', args: { pattern, provider: 'openai' } });
const recipe = (name: string, adapterId: string): SavedPrompt => ({
  name,
  text: 'Tidy up.',
  recipe: { adapterId, calls: [hide('a*'), hide('b*')] },
});
const TIDY = recipe('Tidy', 'model-filter');

beforeEach(async () => {
  stubDialogs();
  reply = ACCEPTED;
  sent = stubBackground(() => reply);
  await writer.savedPrompts.clear();
  await PromptSheet.load();
});

function show(prompt: SavedPrompt | NewPrompt, chatId: string | null) {
  const onClose = vi.fn();
  rendering.render(inShownChat({ chatId }, <PromptSheet prompt={prompt} onClose={onClose} />));
  return onClose;
}

const lines = () => rendering.shown.getAllByRole('listitem').map(({ textContent }) => textContent);
const field = (label: string) => rendering.shown.getByLabelText<HTMLInputElement>(label);

describe('the form of a recipe', () => {
  it('shows its changes in words, with a field for each text, and runs it with those that were changed', async () => {
    const onClose = show(TIDY, 'c');
    await waitFor(() => expect(lines()).toEqual(['Hide a* of openai', 'Hide b* of openai']));
    await rendering.enter(field('Instead of openai'), 'gemini');
    await rendering.enter(field('Instead of a*'), 'c*');
    expect(lines()).toEqual(['Hide c* of gemini', 'Hide b* of gemini']);
    await rendering.press('Run recipe');
    const calls = [
      { name: 'add_ignore_rule', args: { pattern: 'c*', provider: 'gemini' } },
      { name: 'add_ignore_rule', args: { pattern: 'b*', provider: 'gemini' } },
    ];
    expect(sent).toEqual([
      { type: 'run-recipe', chatId: 'c', name: 'Tidy', recipe: { ...TIDY.recipe, calls } },
    ]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('says why it can’t be run, and stays, so that it can be changed and saved', async () => {
    reply = refusal('invalid-message', 'It doesn’t fit.');
    const onClose = show(TIDY, 'c');
    await rendering.press('Run recipe');
    expect(rendering.shown.getByText('It doesn’t fit.')).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
    reply = ACCEPTED;
    await rendering.enter(field('Name'), 'Less');
    await waitFor(() => expect(lines()[0]).toBe('Hide a* of openai'));
    await rendering.press('Leave out: Hide a* of openai');
    await rendering.press('Save recipe');
    expect(sent.at(-1)).toEqual({
      ...{ type: 'store-saved-prompt', name: 'Less', text: 'Tidy up.', replaces: TIDY },
      recipe: { adapterId: 'model-filter', calls: [hide('b*')] },
    });
  });

  it('saves a new one with the texts that were changed', async () => {
    show({ name: null, text: '', recipe: { adapterId: 'model-filter', calls: [hide('a*')] } }, 'c');
    await rendering.enter(field('Name'), 'Mine');
    await rendering.enter(field('Instead of a*'), 'z*');
    await rendering.press('Save recipe');
    const recipe = { adapterId: 'model-filter', calls: [hide('z*')] };
    expect(sent).toEqual([
      { type: 'store-saved-prompt', name: 'Mine', text: 'Mine', recipe, replaces: null },
    ]);
  });

  it('has no button that runs it where no chat is shown', () => {
    show(TIDY, null);
    expect(rendering.shown.queryByRole('button', { name: 'Run recipe' })).toBeNull();
  });

  it('has no button that leaves out the only change', () => {
    show({ ...TIDY, recipe: { adapterId: 'model-filter', calls: [hide('a*')] } }, null);
    expect(rendering.shown.queryByRole('button', { name: /^Leave out/ })).toBeNull();
  });

  it('asks before it deletes one', async () => {
    show(TIDY, null);
    await rendering.press('Delete');
    expect(rendering.shown.getByText('Delete the recipe “Tidy”? This can’t be undone.')).toBeDefined();
    await rendering.press('Delete recipe');
    expect(sent).toEqual([{ type: 'delete-saved-prompt', name: 'Tidy' }]);
  });
});

describe('the list of recipes', () => {
  const names = () => rendering.shown.queryAllByRole('button').map(({ textContent }) => textContent);

  it.each([
    ['in an empty chat, up to three for pages of this kind', 'model-filter', ['A', 'B', 'C']],
    ['in the settings, all', null, ['A', 'B', 'C', 'D', 'Other']],
  ])('has %s', async (_, adapterId, listed) => {
    await writer.savedPrompts.bulkAdd([
      ...['A', 'B', 'C', 'D'].map((name) => recipe(name, 'model-filter')),
      recipe('Other', 'new-api'),
      { name: 'A text', text: 'x' },
    ]);
    rendering.render(inShownChat({}, <RecipeList adapterId={adapterId} />));
    await waitFor(() => expect(names()).toEqual(listed));
  });

  it.each([
    ['nothing in a chat', 'model-filter', ''],
    [
      'where to make one in the settings',
      null,
      'None yet. The button “Keep as recipe” is below an answer that changed the page.',
    ],
  ])('without recipes, says %s', async (_, adapterId, text) => {
    rendering.render(inShownChat({}, <RecipeList adapterId={adapterId} />));
    await waitFor(() => expect(rendering.place.textContent).toBe(text));
  });
});

describe('the button that keeps a recipe', () => {
  const answer = assistantMessage({ id: 'a', runId: 'r', position: 1, content: 'Done.' });
  const call = (pattern: string, success: boolean) => ({
    ...{ executionId: pattern, success, message: null },
    ...hide(pattern),
  });
  const checkpoint = (runId: string, calls: CheckpointEntry['calls']) =>
    ({ id: runId, runId, reason: 'before-changes', calls }) as CheckpointEntry;
  const binding = { adapterId: 'model-filter', origin: 'http://a.test', instanceId: 'i', title: 'T' };

  function button(entries: CheckpointEntry[], message = answer) {
    const onOpen = vi.fn();
    const checkpoints = { entries, elsewhere: [] };
    const known = { view: emptyView(null, { binding }), checkpoints };
    rendering.render(inShownChat(known as object, <KeepRecipeButton message={message} onOpen={onOpen} />));
    return onOpen;
  }

  it('keeps the calls of the answer’s run that changed the page, as they ran, oldest first', async () => {
    const onOpen = button([
      checkpoint('other', [call('x*', true)]),
      checkpoint('r', [call('c*', true)]),
      checkpoint('r', [call('a*', true), call('b*', false)]),
    ]);
    await rendering.press('Keep as recipe');
    const calls = [hide('a*'), hide('c*')];
    expect(onOpen).toHaveBeenCalledWith({
      ...{ name: null, text: '' },
      recipe: { adapterId: 'model-filter', calls },
    });
  });

  it.each<[string, CheckpointEntry[], typeof answer]>([
    ['that changed nothing', [checkpoint('other', [call('x*', true)])], answer],
    ['whose calls failed', [checkpoint('r', [call('x*', false)])], answer],
  ])('is missing at an answer %s', (_, entries, message) => {
    button(entries, message);
    expect(rendering.place.textContent).toBe('');
    expect(rendering.shown.queryByRole('button')).toBeNull();
  });

  it('is missing at a message of the user', () => {
    const asked = userMessage({ content: 'Hide' });
    rendering.render(
      inShownChat(
        { view: emptyView(null, { binding }) },
        <KeepRecipeButton message={asked} onOpen={vi.fn()} />,
      ),
    );
    expect(rendering.shown.queryByRole('button')).toBeNull();
  });
});
