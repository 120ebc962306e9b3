// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, describe, expect, it } from 'vitest';
import type { Run } from '@/src/schema/run';
import { ENDPOINT_FAMILIES } from '../fakes/endpoint-families/endpoint-families';
import type { EndpointFamily, PlainAnswer, ProblemKind } from '../fakes/endpoint-families/endpoint-family';
import { mistral } from '../fakes/endpoint-families/mistral-families';
import { anthropic, groq, openAI } from '../fakes/endpoint-families/plain-families';
import type { StrictEndpoint } from '../fakes/endpoint-families/strict-endpoint';
import { chooseElsewhere, type FamilyChat, startFamilyChat } from './family-chat';

const FIRST = { path: 'v1', model: 'first' } as const;

let chat: FamilyChat;
afterEach(() => chat.steward.close());

/**
 * An answer with calls that add these rules. No rule may occur twice in a test: the doubles recognize their answers by
 * them.
 */
function adds(text: string, ...rules: string[]): PlainAnswer {
  return { text, calls: rules.map((pattern) => ['add_ignore_rule', JSON.stringify({ pattern })]) };
}

const says = (text: string): PlainAnswer => ({ text, calls: [] });

/**
 * The refusals that the family's description doesn't allow. An allowed refusal may occur once, since Steward then
 * adapts its requests.
 */
function unexpected({ refusals }: StrictEndpoint, { learned }: EndpointFamily): string[] {
  const open = new Set<ProblemKind>(learned);
  return refusals.flatMap(({ kind, words }) => (open.delete(kind) ? [] : [`${kind}: ${words}`]));
}

/** The result of {@link endOf} for a completed run without unexpected refusals. */
const FINE = { refusals: [], outcome: 'completed', details: null };

/** The outcome of a run, with the unexpected refusals of the endpoint at this place. */
function endOf({ status, error }: Run, place: Parameters<FamilyChat['at']>[0], family: EndpointFamily) {
  const outcome = 'outcome' in status ? status.outcome : status.state;
  return { refusals: unexpected(chat.at(place), family), outcome, details: error?.details ?? null };
}

it.each(ENDPOINT_FAMILIES.map((family) => [family.name, family] as const))(
  '%s: a task of several rounds with a queued message, a failure, a retry and a stop is completed without unexpected refusals',
  async (_name, family) => {
    chat = await startFamilyChat([[FIRST, family]]);
    const { steward, script } = chat;
    const { chatId, command, say } = steward;
    script([
      { meanwhile: () => steward.send('And the small ones.'), answer: adds('', 'a*', 'b*') },
      adds('Now the rest.', 'c*'),
      'fail',
    ]);
    expect(endOf(await say('Hide them.'), FIRST, family)).toEqual({
      refusals: [],
      outcome: 'error',
      details: 'HTTP 400: The disk is full.',
    });

    script([adds('', 'd*', 'e*'), says('All are hidden.')]);
    await command({ type: 'control-run', chatId, action: 'retry' });
    expect(endOf(await steward.settled(), FIRST, family)).toEqual(FINE);

    // Answers that aren't streamed also have members that the family requires in later requests.
    await command({ type: 'set-settings', chatId, patch: { streaming: false } });
    await stopAfter(adds('', 'f*', 'g*'), family);
    script([adds('', 'h*'), says('Done.')]);
    expect(endOf(await say('Go on.'), FIRST, family)).toEqual(FINE);

    // A request for a summary repeats the conversation, too.
    await stopAfter(adds('', 'i*'), family);
    script([says('Rules were added.')]);
    await command({ type: 'summarize', chatId });
    expect(unexpected(chat.at(FIRST), family)).toEqual([]);
  },
);

/**
 * Sends a message whose answer has calls. Stops the run while the next request, which contains their results, is in
 * flight.
 */
async function stopAfter(answer: PlainAnswer, family: EndpointFamily): Promise<void> {
  const { steward, script, taken } = chat;
  const { chatId, command } = steward;
  const before = taken();
  script([answer, 'hang']);
  await steward.send('Once more.');
  const reached = () => ({ taken: taken(), refusals: unexpected(chat.at(FIRST), family) });
  await expect.poll(reached, { timeout: 10_000 }).toEqual({ taken: before + 2, refusals: [] });
  await command({ type: 'control-run', chatId, action: 'stop' });
  await steward.settled();
}

describe('a chat whose model is changed', () => {
  const SECOND = { path: 'v1', model: 'second' } as const;
  const elsewhere = (model: string) => ({ path: 'v2', model }) as const;
  /** Models of another connection, by id; one has the id of the first connection's. */
  const OTHERS = [
    ['first', openAI],
    ['claude', anthropic],
    ['mistral', mistral],
  ] as const;

  it.each(ENDPOINT_FAMILIES.map((family) => [family.name, family] as const))(
    'sends nothing of %s to another model or connection, and continues with it later',
    async (_name, family) => {
      chat = await startFamilyChat([
        [FIRST, family],
        [SECOND, groq],
        ...OTHERS.map(([model, other]) => [elsewhere(model), other] as const),
      ]);
      const { steward, script } = chat;
      const { chatId, connectionId, command, say } = steward;
      script([adds('', 'a*', 'b*'), adds('More.', 'c*'), says('Hidden.')]);
      expect(endOf(await say('Hide them.'), FIRST, family)).toEqual(FINE);

      const choose = (model: string) =>
        command({ type: 'choose-model', chatId, choice: { connectionId, model } });
      await choose('second');
      script([adds('', 'd*', 'e*'), says('As well.')]);
      expect(endOf(await say('And those?'), SECOND, groq)).toEqual(FINE);

      for (const [model, other] of OTHERS) {
        await chooseElsewhere(chat, model);
        script([says(`Those, ${model} says.`)]);
        expect(endOf(await say('And those?'), elsewhere(model), other)).toEqual(FINE);
      }

      // The first model gets its own answers back unchanged.
      await choose('first');
      script([adds('', 'f*', 'g*'), says('All.')]);
      expect(endOf(await say('And those?'), FIRST, family)).toEqual(FINE);
    },
  );

  it.each(
    ENDPOINT_FAMILIES.flatMap(
      (family) =>
        [
          [`continues with ${family.name} after a task of another model`, family, false],
          [`continues with ${family.name} in the middle of a task of another model`, family, true],
        ] as const,
    ),
  )('%s', async (_title, family, isInTheMiddle) => {
    chat = await startFamilyChat([
      [FIRST, openAI],
      [elsewhere('other'), family],
    ]);
    const { steward, script } = chat;
    const { chatId, command, say } = steward;
    script([adds('', 'a*', 'b*'), isInTheMiddle ? 'fail' : says('Hidden.')]);
    await say('Hide them.');
    await chooseElsewhere(chat, 'other');
    script([adds('', 'e*', 'f*'), says('All are hidden.')]);
    if (isInTheMiddle) await command({ type: 'control-run', chatId, action: 'retry' });
    const run = await (isInTheMiddle ? steward.settled() : say('And those?'));
    expect(endOf(run, elsewhere('other'), family)).toEqual(FINE);
  });
});
