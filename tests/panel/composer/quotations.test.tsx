// @document
import { act } from 'react';
import { expect, it } from 'vitest';
import { Quotations } from '@/src/panel/composer/quotations';
import { wholeView } from '@/tests/fakes/whole-view';
import { emptyView, inShownChat } from '../in-shown-chat';
import { withFrameRendering } from '../with-rendering';
import { textInMemory } from './memory-text-store';

const rendering = withFrameRendering();

const quotation = (id: string, text: string) => ({
  mention: `@quote:${id}`,
  text,
  page: 'Models · http://a.test',
});

it('the composer shows the quotations that its text mentions, with what is invisible spelled out, and removes each', async () => {
  const composerText = textInMemory();
  const quotations = [quotation('a1', 'gpt-4o\u200b is hidden'), quotation('b2', 'tts-1')];
  const view = wholeView({ ...emptyView(null, { id: 'c', quotations }) });
  rendering.render(inShownChat({ view, chatId: 'c' }, <Quotations composerText={composerText} />));
  expect(rendering.shown.queryByRole('blockquote')).toBeNull();

  await act(async () => composerText.setText('Why @quote:a1 so?'));
  const shown = rendering.shown.getByRole('blockquote');
  expect(shown.textContent).toBe('gpt-4o\\u200b is hidden');
  expect(shown.parentElement?.textContent).toContain('Models · http://a.test');
  await rendering.press('Remove the quotation @quote:a1');
  expect(composerText.getText()).toBe('Why so?');
  expect(rendering.shown.queryByRole('blockquote')).toBeNull();
});

it('the composer names a file whose text the message has, and removes it', async () => {
  const composerText = textInMemory();
  const file = { mention: '@file:a1', text: 'model,price\ngpt-4o,2.50', page: 'prices\u202e.csv' };
  const view = wholeView({ ...emptyView(null, { id: 'c', quotations: [file] }) });
  rendering.render(inShownChat({ view, chatId: 'c' }, <Quotations composerText={composerText} />));
  await act(async () => composerText.setText('Compare @file:a1 '));
  const shown = rendering.shown.getByRole('blockquote');
  expect(shown.textContent).toBe(file.text);
  expect(shown.parentElement?.textContent).toContain('@file:a1 · prices\\u202e.csv');
  await rendering.press('Remove prices\\u202e.csv');
  expect(composerText.getText()).toBe('Compare ');
});
