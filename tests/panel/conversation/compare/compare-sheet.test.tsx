// @document
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { CompareSheet } from '@/src/panel/conversation/compare/compare-sheet';
import * as stored from '@/src/panel/data/stored-data';
import { aCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { refusal, stubBackground } from '../../stub-background';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
beforeEach(() => {
  stubDialogs();
});

const ALIKE = 'Make the second like the first…';
const SITES = ['Home', 'Work', 'Spare'].map((name) => ({ name, chatId: `m-${name}` }));
const DIFFERENCES = [
  { kind: 'added', text: 'openai: ignore rule "a"' },
  { kind: 'removed', text: 'mistral: ignore rule "b"' },
];
const [WANTED, SHOWN] = ['a', 'b'].map((digit) => digit.repeat(64));
const PREVIEW = {
  kind: 'make-alike',
  differences: [{ kind: 'removed', text: 'openai: ignore rule "a"' }],
  note: 'Clients get 1 model back.',
  ...{ wantedHash: WANTED, stateHash: SHOWN, position: 0 },
};
const COMPARED = { differences: DIFFERENCES, total: 2, canMakeAlike: true };

async function show(
  compared: object = COMPARED,
  reason: 'before-changes' | 'before-make-alike' = 'before-changes',
) {
  const newest = aCheckpoint({ id: 'k', reason });
  vi.spyOn(stored, 'useQuery').mockReturnValue({ entries: [newest], elsewhere: [], deletedCount: 0 });
  const answers: Partial<Record<Command['type'], unknown>> = {
    'compare-sites': compared,
    'preview-reversal': PREVIEW,
    reverse: { composerText: null },
  };
  const sent = stubBackground(({ type }) =>
    'code' in compared && type === 'compare-sites'
      ? refusal('page-gone')
      : { ok: true, value: answers[type] },
  );
  const sheet = <CompareSheet chatId="c" sites={SITES} onClose={() => undefined} />;
  rendering.render(inShownChat({ view: emptyView(null) }, sheet));
  await settle();
  return sent;
}
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));
const press = async (name: string) => {
  await rendering.user.click(rendering.shown.getByRole('button', { name }));
  await settle();
};
const text = () => rendering.place.textContent;

it('the first two sites are compared, then those that the user chooses', async () => {
  const sent = await show();
  expect(text()).toContain('Only what differs is listed');
  expect(text()).toContain('mistral: ignore rule "b"');
  const second = rendering.shown.getByRole('combobox', { name: 'Second site' });
  await rendering.user.selectOptions(second, 'Spare');
  await settle();
  expect(sent.filter(({ type }) => type === 'compare-sites')).toEqual([
    { type: 'compare-sites', chatId: 'c', from: 'Home', to: 'Work' },
    { type: 'compare-sites', chatId: 'c', from: 'Home', to: 'Spare' },
  ]);
});

it.each([
  ['sites that are the same', { differences: [], total: 0, canMakeAlike: true }, 'Nothing differs.'],
  ['more differences than are listed', { ...COMPARED, total: 9 }, '7 more'],
  ['a page that can’t be read', { code: 'page-gone' }, 'Page not open'],
])('%s: the sheet says so', async (_, compared, words) => {
  await show(compared);
  expect(text()).toContain(words);
});

it('only sites that differ, and that the adapter can make alike, can be made so', async () => {
  const name = ALIKE;
  await show({ ...COMPARED, canMakeAlike: false });
  expect(rendering.buttonNames()).not.toContain(name);
  await show({ differences: [], total: 0, canMakeAlike: true });
  expect(rendering.buttonNames()).not.toContain(name);
});

it('the second site is made like the first once its preview is confirmed, and compared again', async () => {
  const sent = await show();
  await press(ALIKE);
  expect(text()).toContain('Clients get 1 model back.');
  await press('Make them alike');
  expect(sent.slice(1)).toEqual([
    {
      type: 'preview-reversal',
      chatId: 'm-Work',
      target: { kind: 'make-alike', fromChatId: 'm-Home' },
    },
    {
      type: 'reverse',
      chatId: 'm-Work',
      target: { kind: 'make-alike', fromChatId: 'm-Home', wantedHash: WANTED },
      shown: { stateHash: SHOWN, position: 0 },
    },
    { type: 'compare-sites', chatId: 'c', from: 'Home', to: 'Work' },
  ]);
});

it('what made it alike last can be undone', async () => {
  const sent = await show(COMPARED, 'before-make-alike');
  await press('Undo');
  expect(sent.at(-1)).toMatchObject({
    chatId: 'm-Work',
    target: { kind: 'rollback', checkpointId: 'k' },
  });
  await press('Cancel');
  expect(sent.at(-1)).toMatchObject({ type: 'compare-sites' });
});

it('a site is compared with a checkpoint of it by the preview of the rollback', async () => {
  const sent = await show();
  const first = rendering.shown.getByRole('combobox', { name: 'First site' });
  await rendering.user.selectOptions(first, 'k');
  await settle();
  expect(sent.at(-1)).toMatchObject({
    ...{ type: 'preview-reversal', chatId: 'm-Work' },
    target: { kind: 'rollback', checkpointId: 'k' },
  });
  await press('Cancel');
  expect(first).toHaveProperty('value', 'Home');
});

it('the differences can be copied with their signs', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  await show();
  await press('Copy differences');
  expect(writeText).toHaveBeenCalledWith('+ openai: ignore rule "a"\n− mistral: ignore rule "b"');
});
