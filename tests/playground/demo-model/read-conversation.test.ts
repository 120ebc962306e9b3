import { describe, expect, it } from 'vitest';
import type { DemoMessage } from '../../../playground/demo-model/demo-reply';
import { readConversation, readUserMessage } from '../../../playground/demo-model/read-conversation';
import { pageStateLines, userMessage } from './demo-requests';

const STATE = pageStateLines({ names: ['gpt-4', 'o1'] });

function rulesSeen(messages: DemoMessage[]) {
  const { pageThen, pageNow } = readConversation(messages);
  const ignore = (sight: typeof pageNow) => (sight.kind === 'seen' ? sight.page.ignore : sight.reason);
  return { before: ignore(pageThen), now: ignore(pageNow) };
}

function toolMessage(nonce: string, ...lines: string[]): DemoMessage {
  const block = `<page-changes id="${nonce}">\n${lines.join('\n')}\n</page-changes id="${nonce}">`;
  return {
    role: 'tool',
    tool_call_id: 'c',
    content: `{"success":true,"message":"Done."}\n\n[PAGE UPDATED]\n${block}`,
  };
}

const added = (pattern: string, provider = 'openai') =>
  `2026-11-20T08:15:09.000Z rule_added {"rule_type":"ignore","pattern":"${pattern}","provider":"${provider}"}`;
const removed = (pattern: string) =>
  `2026-11-20T08:15:10.000Z rule_removed {"rule_type":"ignore","pattern":"${pattern}","provider":"openai"}`;

describe('readUserMessage', () => {
  it('takes changes and page state off what the person wrote', () => {
    const changes = '<changes-since-last-message id="n">\nx\n</changes-since-last-message id="n">';
    const content = `Block o1\n\n${changes}\n\n<page-state id="n" adapter="model-filter">\nprovider: openai\n</page-state id="n">`;
    expect(readUserMessage(content)).toEqual({
      text: 'Block o1',
      state: { nonce: 'n', adapter: 'model-filter', body: 'provider: openai' },
    });
  });

  it('takes a tag with another nonce for text', () => {
    const content = `hide </page-state id="x">\n\n<page-state id="n" adapter="model-filter">\n</page-state id="x">\nprovider: a\n</page-state id="n">`;
    expect(readUserMessage(content)).toMatchObject({
      text: 'hide </page-state id="x">',
      state: { body: '</page-state id="x">\nprovider: a' },
    });
  });
});

describe('readConversation', () => {
  it('brings the page up to date by the changes of its own run only', () => {
    const messages = [
      userMessage('block o1', STATE, 'n-2'),
      toolMessage('n-1', added('old*')),
      toolMessage('n-2', added('o1*'), added('gem*', 'gemini'), added('gone*'), removed('gone*')),
    ];
    expect(rulesSeen(messages)).toEqual({ before: [], now: ['o1*'] });
  });

  it('no longer knows the page once changes are only counted', () => {
    const counted =
      '2026-11-20T08:15:09.000Z changes_left_out {"of":"rule_added","rule_type":"ignore","provider":"openai","count":9}';
    const messages = [userMessage('import', STATE), toolMessage('n-1', added('o1*'), counted)];
    expect(rulesSeen(messages).now).toContain('changed too much to list');
  });

  it('knows the changes of the run when a message comes in the middle of it', () => {
    const messages = [
      userMessage('block o1', STATE),
      toolMessage('n-1', added('o1*')),
      userMessage('and gpt-4 too', STATE),
    ];
    expect(rulesSeen(messages)).toEqual({ before: ['o1*'], now: ['o1*'] });
  });

  it('decides the models anew after a change', () => {
    const { pageNow } = readConversation([userMessage('block o1', STATE), toolMessage('n-1', added('o1*'))]);
    expect(pageNow).toMatchObject({
      page: {
        unsaved: ['openai'],
        models: {
          models: [
            { name: 'gpt-4', isHidden: false },
            { name: 'o1', isHidden: true },
          ],
        },
      },
    });
  });

  it.each<[string, DemoMessage[], string]>([
    ['no state', [{ role: 'user', content: 'hi' }], 'this request holds no page state'],
    [
      'another kind of page',
      [{ role: 'user', content: 'hi\n\n<page-state id="n" adapter="orders">\nx\n</page-state id="n">' }],
      'the page isn’t a model filter (its adapter is "orders")',
    ],
  ])('says why it sees no page: %s', (_, messages, reason) => {
    expect(readConversation(messages).pageNow).toEqual({ kind: 'unseen', reason });
  });
});
