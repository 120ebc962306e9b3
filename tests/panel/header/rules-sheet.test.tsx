// @document
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { RulesSheet } from '@/src/panel/header/rules-sheet';
import type { RuleUse } from '@/src/schema/values/rule-use';
import { inShownChat } from '../in-shown-chat';
import { stubDialogs } from '../stub-dialogs';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
stubDialogs();

const RULE: RuleUse = {
  list: 'openai',
  pattern: '*-preview*',
  keeps: false,
  decides: 1,
  alone: 1,
  models: ['a-preview'],
};

it.each([
  ['a page without rules', { ok: true, value: { rules: [] } }, 'This page has no rules.'],
  ['rules', { ok: true, value: { rules: [RULE] } }, 'hides 1 model'],
  ['an error', { ok: false, error: { code: 'too-complex', message: 'Too much.', remedy: '' } }, 'Too much.'],
])('the sheet says that it loads until it has %s', async (_, reply, text) => {
  let send = (_reply: unknown) => {};
  const sendMessage = vi.fn(() => new Promise((resolve) => (send = resolve)));
  Object.assign(browser.runtime, { sendMessage });
  rendering.render(inShownChat({}, <RulesSheet onClose={() => {}} />));
  expect(rendering.place.textContent).toContain('Loading…');
  await act(async () => send(reply));
  expect(rendering.place.textContent).toContain(text);
  expect(rendering.place.textContent).not.toContain('Loading…');
  expect(sendMessage).toHaveBeenCalledTimes(1);
});

it('after an error, the sheet shows neither the rules of before nor that it loads', async () => {
  const replies = [
    { ok: true, value: { rules: [RULE] } },
    { ok: false, error: { code: 'page-gone', message: 'It is closed.', remedy: '' } },
  ];
  const sendMessage = vi.fn(async () => replies.shift());
  Object.assign(browser.runtime, { sendMessage });
  const show = (chatId: string) =>
    act(async () => rendering.render(inShownChat({ chatId }, <RulesSheet onClose={() => {}} />)));
  await show('a');
  expect(rendering.place.textContent).toContain('hides 1 model');
  await show('b');
  expect(rendering.place.textContent).toContain('It is closed.');
  expect(rendering.place.textContent).not.toContain('hides 1 model');
  const dismiss = [...rendering.place.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Dismiss',
  );
  await act(async () => dismiss?.click());
  expect(rendering.place.textContent).not.toMatch(/It is closed|Loading/);
});
