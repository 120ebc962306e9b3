// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, expect, it } from 'vitest';
import { modelFilterState } from '../fakes/model-filter-page';
import { ENDPOINT_ORIGIN } from './addresses';
import { type StewardInMemory, startSteward } from './steward-in-memory';
import { type SentOnWire, streamOf, streamOfResponse } from './wire-in-memory';

let steward: StewardInMemory;
afterEach(() => steward.close());

const SECRET = 'thought-of-one-server';

/**
 * An answer with a call. The reasoning, the call's id and the signature contain {@link SECRET}: only the server that
 * sent them may get them.
 */
function marked() {
  const call = {
    index: 0,
    id: SECRET,
    type: 'function',
    extra_content: { signature: SECRET },
    function: { name: 'add_ignore_rule', arguments: '{"pattern":"a*"}' },
  };
  return streamOf([
    { choices: [{ index: 0, delta: { reasoning_content: SECRET, tool_calls: [call] } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
  ]);
}

const done = () => streamOfResponse({ text: 'Done.', calls: [] });

/** A chat whose endpoint answers with these steps in turn. */
async function begin() {
  const steps: (() => Response | Promise<Response>)[] = [];
  const sent: SentOnWire[] = [];
  steward = await startSteward({
    context: modelFilterState(),
    endpoint: async (request) => {
      sent.push(request);
      const step = steps.shift();
      if (step === undefined) throw new Error('The script is over.');
      return step();
    },
    hasTitle: false,
  });
  const { command, chatId } = steward;
  return {
    command,
    chatId,
    /** Sends a message, and resolves when the run has ended. */
    async say(...answers: typeof steps) {
      steps.push(...answers);
      await steward.say('Go.');
    },
    async connect(connectionId: string | null, path: string) {
      const connection = {
        connectionId,
        label: '',
        baseUrl: ENDPOINT_ORIGIN + path,
        key: 'sk-elsewhere-7c1f93',
        headers: [],
      };
      return (await command({ type: 'save-connection', connection, testedModel: null })).connectionId;
    },
    /** For each request, the path of its address, and true if it contained {@link SECRET}. */
    seen: () => sent.map(({ url, body }) => [new URL(url).pathname.split('/')[1], body.includes(SECRET)]),
  };
}

it('members of an answer are not sent after the connection’s address was changed', async () => {
  const { say, connect, seen } = await begin();
  await say(marked, done);
  await connect(steward.connectionId, '/v2');
  await say(done);
  expect(seen()).toEqual([
    ['v1', false],
    ['v1', true],
    ['v2', false],
  ]);
});

it('members of an answer are not sent to another server if the model alias is changed back during the run', async () => {
  const { command, chatId, say, connect, seen } = await begin();
  const other = await connect(null, '/v2');
  const lead = (connectionId: string, isNew: boolean) =>
    command({ type: 'save-alias', isNew, name: 'x', connectionId, model: 'model' });
  await lead(other, true);
  await command({ type: 'choose-model', chatId, choice: { alias: 'x' } });
  await say(marked, done);
  await lead(steward.connectionId, false);
  await command({ type: 'set-settings', chatId, patch: { retryDelaySeconds: 1 } });
  const failed = async () => {
    await lead(other, false);
    steward.page.fake.change((state) => {
      state.search = 'changed';
    });
    return new Response('{"error":{"message":"overloaded"}}', { status: 503 });
  };
  await say(failed, done);
  expect(seen()).toEqual([
    ['v2', false],
    ['v2', true],
    ['v1', false],
    ['v1', false],
  ]);
}, 60_000);
