import { chooseFromMenu } from '@/tests/drive/menu';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { type ChatAnswer, inTurn, neverAnswers, says } from '@/tests/fakes/chat-answers';
import { connectDemo } from './connect-demo';
import type { OpenPanel } from './fixtures';
import { readTable } from './read-table';
import { showTechnicalRows } from './show-technical-rows';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@chats';

/** The parts of the panel for titles and summaries. */
function view({ page, conversation }: OpenPanel) {
  const card = page.getByRole('region', { name: 'Conversation summary (checkpoint)' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    card,
    text: card.getByRole('textbox', { name: 'Summary' }),
    button,
    summarize: () => chooseFromMenu(page, 'Summarize this chat'),
    requested: (what: 'Title' | 'Summary') => conversation.getByText(`${what} requested`, { exact: true }),
  };
}

/** Refuses a request as too long for the model. */
const tooLong: ChatAnswer = async (reply) => {
  const error = { message: 'The prompt is too long.', code: 'context_length_exceeded' };
  reply.head(400, { 'content-type': 'application/json' });
  await reply.write(JSON.stringify({ error }));
  reply.end();
};

/** The messages of the last request of a run or a summary, each as its role and the start of its text. */
function lastSent(endpoint: ChangingEndpoint): string[] {
  const messages = endpoint.chats().at(-1)?.body.messages ?? [];
  return messages.map(({ role, content }) => `${role}: ${textOf(content).split('\n')[0]}`);
}

/** A message with several blocks is sent as a list of parts. */
function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

test(
  'the demo model’s title replaces that of the first message after the first answer, once',
  thorough({ tag }),
  async ({ filterPage, playground, openPanel }) => {
    const panel = await connectDemo(await openPanel(filterPage.page), playground);
    await panel.ask('block preview models');
    await panel.finished();
    const { requested } = view(panel);
    await expect(panel.page.locator('.generated-title')).toHaveCount(0);
    await showTechnicalRows(panel.page);
    await expect(requested('Title')).toBeVisible();
    const shown = panel.page.locator('.generated-title');
    await expect(shown).toHaveText('Title: Block preview models');
    await expect(shown).toHaveCSS('font-style', 'italic');
    await expect(shown).toHaveCSS('border-top-color', 'rgb(31, 95, 174)');
    const [chat] = await readTable(panel.page, 'chats');
    expect(chat).toMatchObject({ title: 'Block preview models', titleSource: 'model' });

    await panel.ask('Which models are hidden?');
    await panel.finished();
    await expect(requested('Title')).toHaveCount(1);
    const usage = await readTable(panel.page, 'usage');
    expect(usage.filter(({ kind }) => kind === 'title')).toHaveLength(1);
  },
);

test(
  'a summary is cancelled, discarded, then corrected and used: the next request holds it and nothing before, until it is removed',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { card, text, button, summarize, requested } = view(panel);
    endpoint.behave(neverAnswers);
    await summarize();
    await button('Cancel summary').click();
    await expect(button('Cancel summary')).toHaveCount(0);
    await expect(panel.alert).toHaveCount(0);
    await expect(card).toHaveCount(0);
    endpoint.behave(says('They greeted each other.'));
    await summarize();
    await button('Discard').click();
    await expect(card).toHaveCount(0);

    endpoint.behave(inTurn(says('They greeted each other.'), says('Fine.'), says('Good.')));
    await showTechnicalRows(panel.page);
    await summarize();
    await expect(requested('Summary').last()).toBeVisible();
    await expect(card).toContainText('Conversation summary (checkpoint)');
    await expect(card).toHaveCSS('border-top-color', 'rgb(166, 124, 0)');
    await expect(text).toHaveValue('They greeted each other.');
    await text.fill('They greeted each other twice.');
    await button('Use summary').click();
    await expect(card).toHaveAttribute('data-state', 'boundary');
    await expect(card).toContainText('They greeted each other twice.');
    const rows = await readTable(panel.page, 'messages');
    expect(rows).toContainEqual(expect.objectContaining({ reason: 'Summarized', omittedMessages: 2 }));

    await panel.converse('How are you?', 'Fine.');
    const [system, ...rest] = endpoint.chats().at(-1)?.body.messages ?? [];
    expect(textOf(system?.content)).toContain('Previous Conversation Summary:');
    expect(textOf(system?.content)).toContain('They greeted each other twice.');
    expect(rest.map(({ role }) => role)).toEqual(['user']);
    expect(textOf(rest[0]?.content)).toMatch(/^How are you\?/);

    await button('Remove summary').click();
    await expect(card).toHaveAttribute('data-state', 'removed');
    await panel.converse('And now?', 'Good.');
    expect(lastSent(endpoint).slice(1)).toEqual([
      'user: Are you there?',
      'assistant: Here I am.',
      'user: How are you?',
      'assistant: Fine.',
      'user: And now?',
    ]);
    expect(JSON.stringify(endpoint.chats().at(-1)?.body)).not.toContain('Previous Conversation Summary');
  },
);

test(
  'a conversation that is too long is summarized from its error card, or gets its old results shortened, and the request goes on',
  thorough({ tag }),
  async ({ startedChat, endpoint }) => {
    const { panel } = startedChat;
    const { card, button } = view(panel);
    endpoint.behave(tooLong);
    await panel.ask('How are you?');
    await expect(panel.alert).toContainText('is longer than the model at');
    for (const name of ['Choose model', 'Summarize', 'Shorten old results'])
      await expect(panel.alert.getByRole('button', { name, exact: true })).toBeVisible();

    endpoint.behave(inTurn(says('They greeted each other.'), says('Fine.')));
    await button('Summarize').click();
    await button('Use summary').click();
    await expect(card).toHaveAttribute('data-state', 'boundary');
    await panel.retry();
    await panel.answered('Fine.');
    const messages = endpoint.chats().at(-1)?.body.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(textOf(messages[1]?.content)).toMatch(/^How are you\?/);
    await startedChat.expectNothingLost();

    endpoint.behave(inTurn(tooLong, says('Shorter now.')));
    await panel.ask('And now?');
    await button('Shorten old results').click();
    await panel.answered('Shorter now.');
    const [chat] = await readTable(panel.page, 'chats');
    expect(chat?.settings).toMatchObject({ toolResultAgeing: { enabled: true } });
  },
);
