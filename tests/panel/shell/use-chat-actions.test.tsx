// @document
import { act } from 'react';
import { expect, it } from 'vitest';
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

it.each([
  ['goes to the message field if nothing has it', false],
  ['stays in a menu that was opened meanwhile', true],
])('the focus after a reversal %s, and the text that it gives back is shown', async (_, isInMenu) => {
  const composerText = textInMemory(memoryTextStore({ c: 'Given back' }));
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
    modelList: { state: 'none' } as const,
    isFirstRun: false,
    loadModels: async () => undefined,
    reload: ignore,
    use: ignore,
    forget: ignore,
  };
  const connections = {
    list: [],
    inUse,
    modelList: inUse.modelList,
    isModelChosen: false,
    needsFirst: false,
  };
  const parts = { composerText, imageReadings: new Map(), sheets, gate, connections };
  rendering.render(inShownChat({}, <Probe parts={parts} />));
  composerText.open('c');
  const entry = rendering.button('An entry of the open menu');
  if (isInMenu) entry.focus();
  await act(async () => actions.takeBack('Given back'));
  expect(document.activeElement).toBe(isInMenu ? entry : rendering.frame.message);
  expect(composerText.getText()).toBe('Given back');
});
