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
