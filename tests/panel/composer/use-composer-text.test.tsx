// @document
import { act } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { useComposerText } from '@/src/panel/composer/use-composer-text';
import { loadStore } from '@/src/panel/data/stored-data';
import type { UserMessage } from '@/src/schema/message';
import * as queries from '@/src/store/queries';
import { emptyView, inShownChat } from '../in-shown-chat';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
let composerText: ComposerText;

function Probe() {
  composerText = useComposerText('');
  return null;
}

interface Shown {
  chatId: string;
  /** The newest message of the conversation. */
  said: { content: string; createdAtMs: number };
  queued?: { text: string; queuedAtMs: number };
}

beforeAll(async () => void (await loadStore()));
beforeEach(() => {
  vi.spyOn(queries, 'composerTextOf').mockImplementation(async () => 'A draft');
});

async function show({ chatId, said, queued }: Shown): Promise<void> {
  const view = emptyView(null, { id: chatId, pendingMessage: queued ?? null });
  const user = { id: `${said.createdAtMs}`, role: 'user', ...said } as UserMessage;
  rendering.render(inShownChat({ view: { ...view, landmarks: { ...view.landmarks, user } } }, <Probe />));
  await vi.waitFor(() => expect(composerText.belongsTo(chatId)).toBe(true));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

const FIRST: Shown = { chatId: 'c', said: { content: 'Hello', createdAtMs: 5 } };

it.each<[string, Shown[], string]>([
  [
    'goes when the chat gets it as a message',
    [{ ...FIRST, said: { content: 'A draft', createdAtMs: 6 } }],
    '',
  ],
  ['goes when the chat queues it', [{ ...FIRST, queued: { text: 'A draft', queuedAtMs: 6 } }], ''],
  [
    'stays when the chat gets another message',
    [{ ...FIRST, said: { content: 'Hi', createdAtMs: 6 } }],
    'A draft',
  ],
  [
    'stays when an earlier message with this text is the newest again, as after a rollback',
    [{ ...FIRST, said: { content: 'A draft', createdAtMs: 4 } }],
    'A draft',
  ],
  [
    'stays in another chat, whose newest message has this text',
    [{ chatId: 'd', said: { content: 'A draft', createdAtMs: 6 } }],
    'A draft',
  ],
])('a stored text %s', async (_, steps, left) => {
  await show(FIRST);
  expect(composerText.getText()).toBe('A draft');
  for (const step of steps) await show(step);
  expect(composerText.getText()).toBe(left);
});
