// @document
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { COMMAND_CHANNEL } from '@/src/messages/channels';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { type ChatActions, useChatActions } from '@/src/panel/shell/use-chat-actions';
import { memoryTextStore, textInMemory } from '../composer/memory-text-store';
import { inShownChat } from '../in-shown-chat';
import { withFrameRendering } from '../with-rendering';

const rendering = withFrameRendering();
const ignore = () => undefined;
let actions: ChatActions;

function Probe({ parts }: { parts: Parameters<typeof useChatActions>[0] }) {
  actions = useChatActions(parts);
  return <button type="button">An entry of the open menu</button>;
}

function show(composerText: ComposerText): void {
  const sheets = {
    open: null,
    checkpointId: null,
    connectionField: null,
    editConnection: ignore,
    show: ignore,
    showCheckpoints: ignore,
    close: ignore,
  };
  const gate = { isElsewhere: false, confirm: ignore, problem: () => null };
  const inUse = {
    usedId: null,
    usedLabel: '',
    chosenModel: null,
    isFirstRun: false,
    answeredAtMs: null,
    use: ignore,
    forget: ignore,
  };
  const connections = {
    list: [],
    inUse,
    listedId: null,
    isModelChosen: false,
    needsFirst: false,
    isRead: true,
  };
  const parts = { composerText, imageReadings: new Map(), sheets, gate, connections };
  rendering.render(inShownChat({}, <Probe parts={parts} />));
}

const MESSAGE = { type: 'send-message', chatId: 'c', text: 'Hide it' };

it.each<[string, () => Promise<boolean>, object]>([
  [
    'the composer’s message is removed from there',
    () => actions.send('Hide it', ['i'], 'q'),
    { ...MESSAGE, imageIds: ['i'], questionId: 'q', isFromComposer: true },
  ],
  [
    'a suggestion leaves the composer as it is',
    () => actions.suggest('Hide it', false),
    { ...MESSAGE, questionId: null },
  ],
  [
    'a suggested rehearsal says so',
    () => actions.suggest('Hide it', true),
    { ...MESSAGE, questionId: null, isRehearsal: true },
  ],
  [
    'an answer beside its question leaves the composer as it is',
    () => actions.answer('q', 'Hide it'),
    { ...MESSAGE, questionId: 'q' },
  ],
])('%s', async (_, send, command) => {
  const sendMessage = vi.fn(async () => ({ ok: true, value: null }));
  Object.assign(browser.runtime, { sendMessage });
  show(textInMemory());
  expect(await act(send)).toBe(true);
  expect(sendMessage).toHaveBeenCalledExactlyOnceWith({ channel: COMMAND_CHANNEL, command });
});

it.each([
  ['goes to the message field if nothing has it', false],
  ['stays in a menu that was opened meanwhile', true],
])('the focus after a reversal %s, and the text that it gives back is shown', async (_, isInMenu) => {
  const composerText = textInMemory(memoryTextStore({ c: 'Given back' }));
  show(composerText);
  composerText.open('c');
  const entry = rendering.button('An entry of the open menu');
  if (isInMenu) entry.focus();
  await act(async () => actions.takeBack('Given back'));
  expect(document.activeElement).toBe(isInMenu ? entry : rendering.frame.message);
  expect(composerText.getText()).toBe('Given back');
});
