// @document
import 'fake-indexeddb/auto';
import { fireEvent } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import * as grouping from '@/src/core/llm/group-models';
import { readModelList } from '@/src/core/llm/read-model-list';
import { newChatSettings } from '@/src/core/records/chat';
import * as foreignText from '@/src/core/text/foreign-text';
import { sendCommand } from '@/src/panel/data/send-command';
import { loadStore } from '@/src/panel/data/stored-data';
import type { ModelListState } from '@/src/panel/data/use-models';
import { ModelBar } from '@/src/panel/header/model-bar';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { stubCommands } from '../stub-commands';
import { withRendering } from '../with-rendering';

const page = withRendering();
// A panel that is open has loaded the database's code.
beforeAll(async () => void (await loadStore()));
const onRetry = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  stubCommands();
  vi.spyOn(foreignText, 'spellOut');
  vi.spyOn(grouping, 'groupModels');
});

const chat = { id: 'c', settings: newChatSettings() } as unknown as Parameters<typeof ModelBar>[0]['chat'];

function show(
  models: readonly ModelInfo[],
  chosen: string | null = null,
  state: 'loaded' | 'loading' = 'loaded',
) {
  const modelList: ModelListState =
    state === 'loaded'
      ? { state, connectionId: 'c', models }
      : { state, connectionId: 'c', lastListed: models };
  page.render(
    <>
      <ModelBar
        chat={chat}
        modelList={modelList}
        chosen={chosen}
        connectionLabel="Home"
        onChoose={() => undefined}
        onRetry={onRetry}
      />
      <p>The conversation</p>
    </>,
  );
}

const read = (ids: readonly string[]) => readModelList({ data: ids.map((id) => ({ id })) }, 'host');
const select = () => page.shown.getByRole<HTMLSelectElement>('combobox', { name: 'Model' });
const options = () => Array.from(select().options, ({ textContent }) => textContent);
const filter = () => page.shown.queryByRole('searchbox');

describe('a hostile list', () => {
  it('of 100,000 models shows the first ones, the number of others, and that some can’t be chosen', () => {
    show(read(Array.from({ length: 100_000 }, (_, index) => `maker/model-${index}`)));
    expect(options()).toHaveLength(1_003);
    expect(options().at(-2)).toBe('9,000 more models: filter to find them');
    const note = 'Home offers more models than Steward can list. The list has the first 10,000.';
    expect(page.shown.getByText(note, { selector: 'p' })).toBeDefined();
  });

  it('of 10,000 long ids of invisible characters is not processed beyond what is shown', () => {
    show(read(Array.from({ length: 10_000 }, (_, index) => `${'\u200b'.repeat(490)}${index}`)));
    const units = vi.mocked(foreignText.spellOut).mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    expect(units).toBeLessThan(60_000);
    expect(options().length).toBeGreaterThan(50);
  });

  it('is not processed again by an unrelated update', () => {
    const models = read(Array.from({ length: 1_000 }, (_, index) => `maker/model-${index}`));
    show(models);
    vi.clearAllMocks();
    show(models);
    expect(foreignText.spellOut).not.toHaveBeenCalled();
    expect(grouping.groupModels).not.toHaveBeenCalled();
  });

  it('that fails to render shows an error with Try again, and the conversation is not affected', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.mocked(grouping.groupModels).mockImplementation(() => {
      throw new RangeError('Maximum call stack size exceeded');
    });
    show(read(['a']));
    expect(page.shown.getByRole('alert').textContent).toContain('The list of models could not be displayed.');
    expect(page.shown.getByText('The conversation')).toBeDefined();
    await page.press('Try again');
    expect(onRetry).toHaveBeenCalledOnce();
    vi.mocked(grouping.groupModels).mockReset();
    show(read(['a']), null, 'loading');
    expect(select()).toBeDefined();
  });
});

it('finds a model beyond the listed ones by the filter, and doesn’t show it as gone when chosen', async () => {
  const ids = Array.from({ length: 1_100 }, (_, index) => `maker/model-${index}`);
  show(read(ids), 'maker/model-1099');
  expect(options()[0]).toBe('maker/model-1099');
  await page.press('Filter models');
  // The button has moved the focus to the field of the filter.
  await page.user.paste('model-109');
  expect(options()).toHaveLength(12);
});

it.each([
  ['its button', 100, 'button', 'Filter models'],
  ['the list if it is short meanwhile, without a button', 2, 'combobox', 'Model'],
])('Escape in the filter leaves the focus to %s', async (_, count, role, name) => {
  const models = (length: number) => read(Array.from({ length }, (_, index) => `maker/model-${index}`));
  show(models(100));
  await page.press('Filter models');
  show(models(count));
  expect(filter()).not.toBeNull();
  expect(document.activeElement).toBe(filter());
  await page.user.keyboard('{Escape}');
  expect(filter()).toBeNull();
  expect(document.activeElement).toBe(page.shown.getByRole(role, { name }));
});

it('Escape in an input method leaves the filter open', async () => {
  show(read(Array.from({ length: 100 }, (_, index) => `maker/model-${index}`)));
  await page.press('Filter models');
  const field = page.shown.getByRole('searchbox');
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(filter()).toBe(field);
});

it('shows no note for a list within the limit', () => {
  show(read(['a', 'b']));
  expect(options()).toEqual(['Choose a model', 'a', 'b', 'Enter a model’s id…']);
  expect(page.place.textContent).not.toContain('more models');
});

describe('an id that isn’t listed', () => {
  const FAILED: ModelListState = {
    state: 'failed',
    connectionId: 'c',
    error: { code: 'not-found', message: 'No list.', remedy: 'None.', details: null },
  };

  function showList(modelList: ModelListState, chosen: string | null) {
    page.render(
      <ModelBar
        chat={chat}
        modelList={modelList}
        chosen={chosen}
        connectionLabel="Home"
        onChoose={onChoose}
        onRetry={onRetry}
      />,
    );
  }
  const onChoose = vi.fn();
  const loaded = (...ids: string[]): ModelListState => ({
    state: 'loaded',
    connectionId: 'c',
    models: read(ids),
  });
  beforeEach(() => onChoose.mockClear());

  it.each([
    ['is missing', FAILED],
    ['is empty', loaded()],
    ['is still loading', { state: 'loading', connectionId: 'c', lastListed: [] } satisfies ModelListState],
    ['has only a wildcard', loaded('openai/*')],
    ['has a longer one', loaded('openai/gpt-next-mini')],
  ])('can be typed if the list %s, with the keyboard alone', async (_, modelList) => {
    showList(modelList, null);
    await page.user.selectOptions(select(), 'Enter a model’s id…');
    await page.user.paste(' openai/gpt-next ');
    await page.user.keyboard('{Tab}{Enter}');
    expect(onChoose.mock.calls).toEqual([['c', 'openai/gpt-next']]);
    expect(filter()).toBeNull();
    expect(document.activeElement).toBe(select());
  });

  it('is offered with its invisible characters spelled out, unless it is listed exactly so', async () => {
    showList(loaded('a', 'a\u200b'), 'a');
    expect(options().slice(0, 2)).toEqual(['a', 'a\\u200b']);
    await page.user.selectOptions(select(), 'Enter a model’s id…');
    await page.user.paste('a\u200b');
    expect(page.buttonNames()).toEqual(['Filter models']);
    await page.user.paste('\u200b');
    expect(page.buttonNames()).toEqual(['Filter models', 'Use “a\\u200b\\u200b”']);
  });

  it('is shown as chosen, with a note that it isn’t listed', () => {
    showList(loaded('a'), 'typed');
    expect(select().value).toBe('typed');
    expect(page.place.textContent).toContain(
      'Home doesn’t list typed. If it refuses it, choose another model.',
    );
    expect(page.shown.queryByRole('alert')).toBeNull();
  });
});

describe('the aliases', () => {
  const writer = createDatabase(DATABASE_NAME);
  const SMART = { name: 'smart', connectionId: 'k', model: 'demo/one' };
  const connection = {
    id: 'k',
    label: 'Home',
    baseUrl: 'http://h/v1',
    hasKey: false,
    headerNames: [],
    createdAtMs: 1,
  };

  beforeEach(async () => {
    await Promise.all(writer.tables.map((table) => table.clear()));
    await writer.modelAliases.add(SMART);
    await writer.connections.add(connection);
  });

  async function showWith(modelAlias: string | null, chatId = 'c') {
    page.render(
      <ModelBar
        chat={{ ...chat, id: chatId, settings: { ...newChatSettings(), modelAlias } } as typeof chat}
        modelList={{ state: 'loaded', connectionId: 'k', models: read(['demo/one', 'demo/two']) }}
        chosen="demo/one"
        connectionLabel="Home"
        onChoose={() => undefined}
        onRetry={onRetry}
      />,
    );
    for (let turn = 0; turn < 10; turn += 1) {
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    }
  }
  const choose = (option: string) => page.user.selectOptions(select(), option);
  const shown = () => select().selectedOptions[0]?.textContent;
  const error = () => page.shown.queryByText(/no longer there/);

  it('are offered before the models, and choosing one is a choice of the alias', async () => {
    await showWith(null);
    expect(options()[0]).toBe('smart → demo/one');
    expect(shown()).toBe('demo/one');
    await choose('smart → demo/one');
    expect(sendCommand).toHaveBeenCalledWith({
      type: 'choose-model',
      chatId: 'c',
      choice: { alias: 'smart' },
    });
  });

  it('show the error of a choice in its own chat, until a model is chosen', async () => {
    await showWith(null);
    const gone = new StewardError('conflict', 'This alias is no longer there.', {
      remedy: 'Choose another.',
    });
    vi.mocked(sendCommand).mockRejectedValueOnce(gone);
    await choose('smart → demo/one');
    expect(error()).not.toBeNull();
    await showWith(null, 'd');
    expect(error()).toBeNull();
    await showWith(null);
    expect(error()).not.toBeNull();
    await choose('demo/two');
    expect(error()).toBeNull();
  });

  it('show the one that the chat uses in place of its model', async () => {
    await showWith('smart');
    expect(shown()).toBe('smart → demo/one');
    expect(page.shown.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['was deleted', 'fast', 'The alias “fast” was deleted. Choose a model.', 'fast (gone)'],
    [
      'has lost its connection',
      'smart',
      'The connection of the alias “smart” was deleted.',
      'smart → demo/one',
    ],
  ])('say so if the one in use %s', async (_, modelAlias, note, option) => {
    await writer.connections.clear();
    await showWith(modelAlias);
    expect(page.shown.getByRole('alert').textContent).toContain(note);
    expect(shown()).toBe(option);
    expect(select().getAttribute('aria-invalid')).toBe('true');
  });
});
