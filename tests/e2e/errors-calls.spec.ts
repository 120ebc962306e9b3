import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@errors';

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

test(
  'a call that can’t run as written: the card shows the reason, the model learns how to correct it, the rules stay',
  thorough({ tag }),
  async ({ startedChat, endpoint }) => {
    const { panel } = startedChat;
    for (const [index, { title, call, shown, told }] of REFUSED.entries()) {
      await test.step(title, async () => {
        const [name, args] = call;
        endpoint.behave(inTurn(calls(name, JSON.stringify(args)), says(`I see ${title}.`)));
        await panel.converse(`Hide the audio models, ${index}`, `I see ${title}.`);
        await expect(panel.toolCards(name).last()).toHaveAttribute('data-state', 'failed');
        await expect(panel.toolCards(name).last()).toContainText(shown);
        const result = endpoint
          .chats()
          .at(-1)
          ?.body.messages.findLast(({ role }) => role === 'tool')?.content;
        expect(result).toMatch(/^\{"success":false,/);
        for (const words of told) expect(result).toContain(words);
        await expect(panel.alert).toHaveCount(0);
        await startedChat.expectNothingLost();
      });
    }
  },
);
