// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { it } from 'vitest';
import { useChatUsage } from '@/src/panel/data/use-chat-usage';
import { meterText } from '@/src/panel/settings/costs/usage-text';
import { type ChatView, chatView } from '@/src/store/queries';
import { aChat } from '../../background/a-chat';
import { answered, used } from '../../core/usage/usage-examples';
import { openWriter } from '../../store/open-writer';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const writer = openWriter();

function Meter({ view }: { view: ChatView | null }) {
  const usage = useChatUsage(view);
  return usage === null ? null : <p>{`${meterText(usage)}, read ${usage.cut?.readTokens ?? 'all'}`}</p>;
}

/** Shows a chat of this connection. */
async function show(id: string, connectionId: string) {
  await writer.chats.add(aChat({ id, settings: { connectionId, model: 'm' } }));
  const view = await chatView(id, null);
  await act(async () => rendering.render(<Meter view={view} />));
}

it('a window that requests of one chat have shown is that of all chats with the connection and model', async () => {
  const counts = {
    promptTokens: 1_024,
    completionTokens: 9,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
  };
  await writer.messages.bulkAdd([answered(1), answered(2)]);
  await writer.usage.bulkAdd([
    used(1, counts, { sentTokens: 3_650, atMs: 1 }),
    used(2, counts, { sentTokens: 3_700, atMs: 2 }),
  ]);
  await show('c', 'k');
  await rendering.shown.findByText('100 %, read 1024');
  await show('d', 'k');
  await rendering.shown.findByText('0 %, read 1024');
  await show('e', 'another');
  await rendering.shown.findByText('0 tokens, read all');
});
