// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, expect, it } from 'vitest';
import { openAI } from '../fakes/endpoint-families/plain-families';
import { RESPONSES_FAMILIES } from '../fakes/endpoint-families/responses-families';
import { pngImage } from '../fakes/png-image';
import { CANARY_KEY, ENDPOINT_ORIGIN } from './addresses';
import { type FamilyChat, startFamilyChat } from './family-chat';

const FIRST = { path: 'v1', model: 'first' } as const;
const says = (text: string) => ({ text, calls: [] });
const adds = (text: string, ...rules: string[]) => ({
  text,
  calls: rules.map((pattern) => ['add_ignore_rule', JSON.stringify({ pattern })] as const),
});

let chat: FamilyChat;
afterEach(() => chat.steward.close());

/** Paths of the requests since the last call, without those for lists of models. */
function pathsSince(from: number): string[] {
  const sent = chat.steward.wire.sent.slice(from).filter(({ method }) => method === 'POST');
  return [...new Set(sent.map(({ url }) => new URL(url).pathname))];
}

const [, stateless = openAI] = RESPONSES_FAMILIES;

it('the API of a model is known to a worker that starts later, until the connection is saved again', async () => {
  chat = await startFamilyChat([[FIRST, stateless]]);
  const { steward, script } = chat;
  const { chatId, command, connectionId, restartWorker, say } = steward;
  await command({ type: 'set-settings', chatId, patch: { generatesTitle: false } });
  script([adds('', 'a*'), says('Done.')]);
  await say('Hide a.');
  expect(pathsSince(0)).toEqual(['/v1/chat/completions', '/v1/responses']);

  restartWorker();
  let before = steward.wire.sent.length;
  script([adds('', 'b*', 'c*'), says('Done.')]);
  expect((await say('Hide b.')).status).toMatchObject({ outcome: 'completed' });
  expect(pathsSince(before)).toEqual(['/v1/responses']);

  const connection = { connectionId, label: 'Endpoint', baseUrl: `${ENDPOINT_ORIGIN}/v1`, headers: [] };
  await command({
    type: 'save-connection',
    connection: { ...connection, key: `${CANARY_KEY}-2` },
    testedModel: null,
  });
  before = steward.wire.sent.length;
  script([adds('', 'd*'), says('Done.')]);
  await say('Hide d.');
  expect(pathsSince(before)).toEqual(['/v1/chat/completions', '/v1/responses']);
});

it('the API that the user chose is used at once', async () => {
  chat = await startFamilyChat([[FIRST, stateless]]);
  const { steward, script } = chat;
  await steward.command({
    type: 'save-connection',
    connection: {
      connectionId: steward.connectionId,
      label: 'Endpoint',
      baseUrl: `${ENDPOINT_ORIGIN}/v1`,
      key: null,
      headers: [],
      wire: 'responses',
    },
    testedModel: null,
  });
  script([adds('', 'a*'), says('Done.')]);
  expect((await steward.say('Hide a.')).status).toMatchObject({ outcome: 'completed' });
  expect(pathsSince(0)).toEqual(['/v1/responses']);
});

it.each(RESPONSES_FAMILIES.map((family) => [family.name, family] as const))(
  '%s: a task with an image, a rollback, an edited message and an answer that is requested again is completed',
  async (_, family) => {
    chat = await startFamilyChat([[FIRST, family]]);
    const { steward, script, at } = chat;
    const { chatId, command, db, settled } = steward;
    const refusals = () => at(FIRST).refusals.filter(({ kind }) => kind !== 'route');
    await command({ type: 'set-settings', chatId, patch: { takesImages: true } });
    const data = pngImage({ width: 3, height: 4, isNoise: false }).toString('base64');
    const image = { name: 'a.png', mediaType: 'image/png' as const, width: 3, height: 4, data };
    const { imageId } = await command({ type: 'add-image', chatId, ...image });
    script([adds('As in the picture.', 'a*', 'b*'), adds('', 'c*'), says('Hidden.')]);
    await command({ type: 'send-message', chatId, text: 'Hide these.', imageIds: [imageId] });
    expect((await settled()).status).toMatchObject({ outcome: 'completed' });

    const checkpoints = await db.checkpoints.where('[chatId+sequence]').above([chatId, 0]).toArray();
    const rollback = { kind: 'rollback', checkpointId: String(checkpoints.at(-1)?.id) } as const;
    await reverse(rollback, { ...rollback, strategy: { strategy: 'replace' } });
    script([adds('', 'd*'), says('That one, too.')]);
    expect((await steward.say('And d.')).status).toMatchObject({ outcome: 'completed' });

    const users = await db.messages
      .where({ chatId })
      .filter((row) => row.role === 'user')
      .sortBy('position');
    const edit = { kind: 'edit', messageId: String(users.at(-1)?.id) } as const;
    script([adds('', 'e*', 'f*'), says('Those.')]);
    await reverse(edit, { ...edit, text: 'And e.', strategy: null });
    expect((await settled()).status).toMatchObject({ outcome: 'completed' });

    const answers = await db.messages
      .where({ chatId })
      .filter((row) => row.role === 'assistant')
      .sortBy('position');
    const retry = { kind: 'retry', messageId: String(answers.at(-1)?.id) } as const;
    script([says('Those two.')]);
    await reverse(retry, { ...retry, strategy: null });
    expect((await settled()).status).toMatchObject({ outcome: 'completed' });
    expect(refusals()).toEqual([]);
  },
);

type Command = Parameters<FamilyChat['steward']['command']>[0];
type Target<Type> = Extract<Command, { type: Type; target: unknown }>['target'];

async function reverse(previewed: Target<'preview-reversal'>, target: Target<'reverse'>): Promise<void> {
  const { chatId, command } = chat.steward;
  const preview = await command({ type: 'preview-reversal', chatId, target: previewed });
  const { stateHash, position } = preview as { stateHash: string; position: number };
  await command({ type: 'reverse', chatId, target, shown: { stateHash, position } });
}
