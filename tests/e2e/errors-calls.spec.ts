import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { calls, callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@errors';

/** The rule that is added by hand before each test. */
const RULES_BEFORE = ['*mini*'];

/**
 * A call that can't run as written: the model gets an error, the page stays unchanged, the user sees both. One of each kind; unit
 * tests have the others (tests/core/tools, tests/adapters/model-filter/tools).
 */
const REFUSED: { title: string; call: [name: string, args: object]; shown: string; told: string[] }[] = [
  {
    title: 'a tool that doesn’t exist',
    call: ['add_ignored_rule', { pattern: '*audio*' }],
    shown: 'There is no such tool, so the call was not run.',
    told: ['Did you mean \\"add_ignore_rule\\"?', 'The tools are: ', 'add_whitelist_rule'],
  },
  {
    title: 'a misspelt parameter',
    call: ['add_ignore_rule', { pattern: '*audio*', patern: '*audio*' }],
    shown: 'The assistant wrote this call in a way that the tool can’t read, so it was not run.',
    told: [
      'There is no parameter \\"patern\\". Did you mean \\"pattern\\"?',
      'Its parameters: pattern, provider.',
    ],
  },
  {
    title: 'the removal of a rule that isn’t there',
    call: ['remove_ignore_rule', { pattern: 'mini' }],
    shown: 'There is no ignore rule',
    told: ['rule_not_found', '*mini*'],
  },
];

for (const {
  title,
  call: [name, args],
  shown,
  told,
} of REFUSED) {
  test(
    `${title}: the card shows the reason, the model learns how to correct it, the rules stay`,
    thorough({ tag }),
    async ({ startedChat, endpoint, filterPage }) => {
      const { panel } = startedChat;
      endpoint.behave(inTurn(calls(name, JSON.stringify(args)), says('I see.')));
      await panel.converse('Hide the audio models', 'I see.');

      await expect(panel.toolCards(name)).toHaveAttribute('data-state', 'failed');
      await expect(panel.toolCards(name)).toContainText(shown);
      const result = lastResult(endpoint);
      expect(result).toMatch(/^\{"success":false,/);
      for (const words of told) expect(result).toContain(words);
      expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(RULES_BEFORE);
      await expect(panel.alert).toHaveCount(0);
      await startedChat.expectNothingLost();
    },
  );
}

test(
  'four invalid calls in a row end the run with an error; Retry restarts the count',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    endpoint.behave(calls('add_ignore_rule', '{"patern":"*audio*"}'));
    await panel.ask('Hide the audio models');
    await expect(panel.alert).toContainText('The model could not write a valid call. Attempts: 4.');
    await expect(panel.alert).toContainText('Word the request differently, or choose another model.');
    await expect(panel.toolCards('add_ignore_rule')).toHaveCount(4);
    expect(endpoint.chats()).toHaveLength(5);
    await startedChat.expectNothingLost();

    endpoint.behave(
      inTurn(
        calls('add_ignore_rule', '{"patern":"*audio*"}'),
        calls('add_ignore_rule', '{"pattern":"*audio*"}'),
        says('Done.'),
      ),
    );
    await panel.retry();
    await expect(panel.said('Done.')).toBeVisible();
    await expect(panel.alert).toHaveCount(0);
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*audio*']);
  },
);

test(
  'one invalid call among three doesn’t stop the others',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    endpoint.behave(
      inTurn(
        callsAll(
          ['add_ignore_rule', '{"pattern":"*audio*"}'],
          ['add_ignore_rules', '{"pattern":"*vision*"}'],
          ['add_ignore_rule', '{"pattern":"*realtime*"}'],
        ),
        says('Two of three.'),
      ),
    );
    await panel.ask('Hide audio, vision and realtime');
    await expect(panel.said('Two of three.')).toBeVisible();
    const added = panel.toolCards('add_ignore_rule');
    await expect(added.nth(0)).toHaveAttribute('data-state', 'done');
    await expect(added.nth(1)).toHaveAttribute('data-state', 'done');
    await expect(panel.toolCards('add_ignore_rules')).toHaveAttribute('data-state', 'failed');
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*audio*', '*realtime*']);
    const results = endpoint.chats().at(-1)?.body.messages.slice(-3);
    expect(results?.map(({ content }) => content?.slice(0, 16))).toEqual([
      '{"success":true,',
      '{"success":false',
      '{"success":true,',
    ]);
  },
);

/** The last result that the model received. */
function lastResult(endpoint: ChangingEndpoint): string {
  return (
    endpoint
      .chats()
      .at(-1)
      ?.body.messages.findLast(({ role }) => role === 'tool')?.content ?? ''
  );
}
