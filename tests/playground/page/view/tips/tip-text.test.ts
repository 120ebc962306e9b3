import { expect, it } from 'vitest';
import { modelTip, ruleTip, tipSentence } from '@/playground/page/view/tips/tip-text';
import { createTestPage, enterRules, startTestPage } from '../../start-page';

/** A page with gpt-4, gpt-4-turbo, o1 and o1-preview of openai. */
async function stateWith(ignore: string, whitelist: string) {
  const page = await startTestPage();
  enterRules(page, 'ignore', ignore);
  enterRules(page, 'whitelist', whitelist);
  return page.store.getState();
}

it.each([
  ['o1*', '', 'o1*', 'Hides 2 models'],
  ['gpt-4', '', 'gpt-4', 'Hides 1 model'],
  ['o1*', 'o1-preview', 'o1*', 'Hides 1 model; other rules decide 1 more that it matches'],
  ['o1*', 'o1*', 'o1*', 'Matches 2 models that other rules decide'],
  ['gpt-9', '', 'gpt-9', 'No model matches this pattern'],
])('with ignore rules %j and whitelist rules %j, %j says: %s', async (ignore, whitelist, pattern, text) => {
  expect(ruleTip(await stateWith(ignore, whitelist), 'ignore', pattern)?.text).toBe(text);
});

it('lists what a whitelist rule keeps', async () => {
  const tip = ruleTip(await stateWith('*', 'o1*'), 'whitelist', 'o1*');
  expect(tip).toEqual({
    heading: 'o1*',
    text: 'Keeps 2 models visible',
    models: ['openai/o1', 'openai/o1-preview'],
    more: 0,
  });
});

it('names five models and counts the others', async () => {
  const page = createTestPage();
  await page.controller.start();
  const models = Array.from({ length: 14 }, (_, index) => `openai/m${String(index).padStart(2, '0')}`);
  page.store.dispatch({ type: 'models-requested', provider: 'openai', request: 99 });
  page.store.dispatch({ type: 'models-loaded', provider: 'openai', request: 99, models });
  page.store.dispatch({ type: 'provider-selected', provider: 'openai' });
  enterRules(page, 'ignore', 'm*');
  const tip = ruleTip(page.store.getState(), 'ignore', 'm*');
  expect(tip?.models).toEqual(models.slice(0, 5));
  expect(tip?.more).toBe(9);
});

it('doesn’t describe effects while the models are not loaded', () => {
  const { store } = createTestPage();
  store.dispatch({
    type: 'catalogue-loaded',
    instanceId: 'x',
    providers: [{ name: 'openai', count: 4 }],
    saved: { openai: { ignore: ['a'], whitelist: [] } },
  });
  expect(ruleTip(store.getState(), 'ignore', 'a')?.text).toBe('The models are not loaded');
});

it.each([
  ['openai/gpt-4', 'Visible: no rule matches it'],
  ['openai/o1-preview', 'Hidden by the ignore rule o1*'],
  ['openai/o1', 'Kept visible by the whitelist rule o1'],
])('says of %s: %s', async (id, text) => {
  expect(modelTip(await stateWith('o1*', 'o1'), id)).toEqual({ heading: id, text, models: [], more: 0 });
});

it('is null for a rule or model that no longer exists', async () => {
  const state = await stateWith('', '');
  expect(modelTip(state, 'openai/gone')).toBeNull();
  expect(ruleTip(state, 'ignore', 'gone')).toBeNull();
});

it.each([
  [{ models: [], more: 0 }, 'a*: Hides 1 model'],
  [{ models: ['p/a', 'p/b'], more: 0 }, 'a*: Hides 1 model: p/a, p/b'],
  [{ models: ['p/a'], more: 9 }, 'a*: Hides 1 model: p/a, and 9 more'],
])('is one sentence for screen readers: %j', (rest, sentence) => {
  expect(tipSentence({ heading: 'a*', text: 'Hides 1 model', ...rest })).toBe(sentence);
});
