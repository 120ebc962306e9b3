// @document
import { act } from 'react';
import { expect, it } from 'vitest';
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

const deliver = (text: string) =>
  act(async () => panelTasks.deliver({ task: { kind: 'quote', text }, chatId: 'c', tabId: null }));

it.each([
  ['an empty message', '', '> and so is tts-1\n\n'],
  ['what is typed', 'About this:', 'About this:\n> and so is tts-1\n\n'],
])('a selection of the page is quoted after %s, which has the focus then', async (_, typed, expected) => {
  rendering.render(inShownChat({}, <Probe />));
  composerText.setText(typed);
  await deliver('and so is tts-1');
  expect(composerText.getText()).toBe(expected);
  expect(document.activeElement).toBe(rendering.frame.message);
});

it('a selection that was quoted before the panel was there is in its message', async () => {
  composerText.setText('');
  await deliver('gpt-4o');
  await act(async () => rendering.render(inShownChat({}, <Probe />)));
  expect(composerText.getText()).toBe('> gpt-4o\n\n');
});
