import './before-all';
import { DATABASE_NAME } from '@/src/store/db';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { pngImage } from '@/tests/fakes/png-image';
import { type FrozenDatabase, freezeDatabase } from '../fakes/frozen-database';
import { PAGE_ORIGIN } from './addresses';
import { answerAll } from './approvals';
import { startSteward } from './steward-in-memory';
import { type ModelResponse, streamOfResponse } from './wire-in-memory';

/** So many that a checkpoint is stored packed. */
const RULES = Array.from({ length: 80 }, (_, index) => `model-${(index * 7919) % 10_007}*`);

const USAGE = { prompt_tokens: 120, completion_tokens: 9, total_tokens: 129 };

/** The model's responses, in the order of the requests. */
const RESPONSES: (Omit<ModelResponse, 'idPrefix'> | null)[] = [
  {
    text: 'I hide them.',
    reasoning: 'A rule is needed.',
    calls: [['add_ignore_rule', '{"pattern":"gpt-3*"}']],
  },
  { text: 'They are hidden.', calls: [], usage: USAGE },
  { text: 'Hide GPT-3', calls: [], usage: USAGE },
  { text: '', calls: [['save_changes', '{}']] },
  { text: 'Saved.', calls: [], usage: USAGE },
  { text: '', calls: [['add_ignore_rule', '{"pattern":"o1*"}']] },
  { text: 'Hidden, too.', calls: [], usage: USAGE },
  { text: 'The user hid gpt-3 and saved.', calls: [], usage: USAGE },
  // The endpoint fails.
  null,
  { text: '', calls: [['ask_user', '{"question":"Which ones?","choices":["o1","gpt-4"]}']], usage: USAGE },
];

/**
 * Plays a user's work with the whole background: images, changes, approvals, a rollback, an edit, a summary, a failed run, a question,
 * and everything that is stored beside the chats. Resolves with the database it leaves.
 */
export async function writeDatabase(): Promise<FrozenDatabase> {
  let answered = 0;
  const steward = await startSteward({
    context: modelFilterState({ drafts: { openai: { ignore: RULES, whitelist: [] } } }),
    models: [{ id: 'model', context_length: 128_000 }],
    endpoint() {
      const response = RESPONSES[answered] ?? null;
      answered += 1;
      if (response === null) return new Response('{"error":{"message":"bad"}}', { status: 400 });
      return streamOfResponse({ ...response, idPrefix: `call_${answered}` });
    },
  });
  const { chatId, connectionId, command, settled, db } = steward;

  const send = (text: string, to: string, imageIds: string[]) =>
    command({ type: 'send-message', chatId: to, text, imageIds });

  async function addImage(to: string, width: number): Promise<string> {
    const data = pngImage({ width, height: 4, isNoise: false }).toString('base64');
    const image = { name: `${width}.png`, mediaType: 'image/png' as const, width, height: 4, data };
    return (await command({ type: 'add-image', chatId: to, ...image })).imageId;
  }

  await command({
    type: 'set-settings',
    chatId,
    patch: { parameters: { temperature: 0.5 }, takesImages: true },
  });
  await command({
    type: 'save-alias',
    name: 'smart',
    connectionId,
    model: 'model',
    isNew: true,
  });
  await command({
    type: 'store-saved-prompt',
    name: 'Tidy up',
    text: 'Hide all previews.',
    replaces: null,
  });
  await command({ type: 'list-models', connectionId });
  await db.sites.add({ origin: PAGE_ORIGIN, addedAtMs: 1, isOn: true });
  await send('Hide gpt-3, as in the picture', chatId, [await addImage(chatId, 3)]);
  await settled();
  await send('Save it, if @rule:openai/gpt-3* is there', chatId, []);
  await settled();
  await answerAll(steward);
  // The message goes back into the composer with its image, and stays in the record.
  await send('Hide o1 as well', chatId, [await addImage(chatId, 5)]);
  await settled();
  const checkpoints = await db.checkpoints.where('[chatId+sequence]').above([chatId, 0]).toArray();
  const target = { kind: 'rollback', checkpointId: String(checkpoints.at(-1)?.id) } as const;
  const preview = await command({ type: 'preview-reversal', chatId, target });
  const { stateHash, position } = preview ?? { stateHash: '', position: 0 };
  await command({
    type: 'reverse',
    chatId,
    target: { ...target, strategy: { strategy: 'replace' } },
    shown: { stateHash, position },
  });
  await command({ type: 'summarize', chatId });
  await command({ type: 'what-changed', chatId, isSeen: false });
  const [seen] = await db.seenPages.toArray();
  if (seen === undefined) throw new Error('The page was not seen.');
  const { adapterId, origin, instanceId } = seen;
  await command({ type: 'watch-page', page: { adapterId, origin, instanceId }, every: 'day' });
  await command({
    type: 'save-page-key',
    adapterId: 'open-webui',
    origin: PAGE_ORIGIN,
    key: 'sk-page-key',
  });
  const { chatId: second } = await command({ type: 'new-chat', chatId, windowId: null });
  if (second === null) throw new Error('The page of the first chat is closed.');
  await addImage(second, 7);
  await command({ type: 'keep-text', chatId: second, text: 'a draft' });
  await command({ type: 'pin-chat', chatId: second, isPinned: true });
  await send('Fail', second, []);
  await settled();
  await command({ type: 'give-back', chatId, texts: ['a thought'] });
  await command({ type: 'set-settings', chatId, patch: { keepsSessionLog: true } });
  await send('Ask me', chatId, []);
  await settled();
  await steward.close();
  return freezeDatabase(DATABASE_NAME);
}
