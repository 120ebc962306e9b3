// @document
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { panelTasks } from '@/src/panel/data/panel-tasks';
import { usePanelTasks } from '@/src/panel/shell/chat-foot';
import { textInMemory } from '../composer/memory-text-store';
import { inShownChat } from '../in-shown-chat';
import { withFrameRendering } from '../with-rendering';

const rendering = withFrameRendering();
const composerText = textInMemory();

function Probe() {
  usePanelTasks(composerText);
  return null;
}

const deliver = (chatId: string | null) =>
  act(async () => panelTasks.deliver({ task: { kind: 'quote' }, chatId, tabId: null }));

beforeEach(async () => {
  Object.assign(browser.runtime, {
    sendMessage: async () => ({ ok: true, value: { mention: '@quote:a1' } }),
  });
  await act(async () => composerText.open('c'));
});

it.each([
  ['an empty message', '', '@quote:a1 '],
  ['what is typed', 'About this:', 'About this: @quote:a1 '],
])('a selection of the page is quoted after %s, which has the focus then', async (_, typed, expected) => {
  rendering.render(inShownChat({}, <Probe />));
  composerText.setText(typed);
  await deliver('c');
  expect(composerText.getText()).toBe(expected);
  expect(document.activeElement).toBe(rendering.frame.message);
});

it('a selection that was quoted before the panel was there is in its message', async () => {
  composerText.setText('');
  await deliver('c');
  await act(async () => rendering.render(inShownChat({}, <Probe />)));
  expect(composerText.getText()).toBe('@quote:a1 ');
});

it.each([null, 'other'])(
  'nothing is quoted for the chat %s, which the message is not for',
  async (chatId) => {
    composerText.setText('');
    rendering.render(inShownChat({}, <Probe />));
    await deliver(chatId);
    expect(composerText.getText()).toBe('');
  },
);
