import type { Locator, Page } from '@playwright/test';
import { menuButton } from '@/tests/drive/menu';
import { calls as callsOf, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { EVERYTHING } from '@/tests/panel/stories/conversation-stories';
import { failedWith, REASON_STORIES, RUN_STORIES } from '@/tests/panel/stories/run-stories';
import {
  asks,
  calls,
  messagesOf,
  responds,
  results,
  rowsOf,
  type StoryRows,
} from '@/tests/panel/stories/story-rows';
import { ended } from '../panel/stored-run';
import { gate } from './gate';
import { showStory } from './show-story';
import { expect, test } from './story-stage';
import { thorough } from './thorough';

type Find = (page: Page) => Locator;

/**
 * Things that a user finds after these clicks, with default settings. If there are no clicks, the things are in sight
 * at once.
 */
interface Place {
  clicks: readonly Find[];
  things: Readonly<Record<string, Find>>;
}

type Role =
  | 'textbox'
  | 'combobox'
  | 'checkbox'
  | 'searchbox'
  | 'radio'
  | 'tab'
  | 'menuitem'
  | 'region'
  | 'heading';

const role =
  (kind: Role, name: string | RegExp): Find =>
  (page) =>
    page.getByRole(kind, { name, exact: true });
const button =
  (name: string | RegExp): Find =>
  (page) =>
    page.getByRole('button', { name, exact: true });
/** Finds a text in the conversation. */
const said =
  (words: string | RegExp): Find =>
  (page) =>
    page.getByRole('log').getByText(words);
/** Finds a text below the conversation: in the approval card, in the composer or above the composer. */
const below =
  (words: string | RegExp): Find =>
  (page) =>
    page.getByRole('contentinfo').getByText(words);
const inDialog =
  (words: string | RegExp): Find =>
  (page) =>
    page.getByRole('dialog').getByText(words);
const fold =
  (title: string): Find =>
  (page) =>
    page.getByRole('group', { name: title, exact: true }).locator('summary').first();

const SETTINGS = [menuButton, role('menuitem', 'Settings')] as const;
const THIS_CHAT = [...SETTINGS, button(/^This chat/)] as const;
const HELP = [menuButton, role('menuitem', 'Help & data')] as const;
const CHECKPOINTS = button(/^Checkpoints/);
const CHATS: Find = (page) => page.getByRole('heading', { level: 1 }).getByRole('button');

const NEW_CHAT: Place[] = [
  {
    clicks: [],
    things: {
      'the page, with its counts': button(/Model filter.*49 models/),
      'what can be asked': (page) => page.getByText('Start read-only'),
      'a rehearsal, which another click applies, and two more take back': button(/^Show me how you work/),
    },
  },
];

/** Places in a conversation with an entry of each kind. */
const CONVERSATION: Place[] = [
  {
    clicks: [],
    things: {
      'the chat’s title': role('heading', 'Are you there?'),
      'the page of the chat, with its counts': button(/Model filter.*49 models/),
      'the model': role('combobox', 'Model'),
      'the tokens of the chat': button(/^Context and costs/),
      'New chat': button('New chat'),
      'a field for messages': role('textbox', 'Message'),
      Send: button('Send'),
      'what runs without asking': button(/^Permissions/),
      'a message of the user': said('Hide all preview models, and tell me what changed.'),
      'what changed on the page before it': said('1 change on the page, sent with this message'),
      'the time at which the hour began': (page) => page.locator('.message-time'),
      'an answer': said('one rule'),
      'that the model thought, and how long': said('Thought for'),
      'a call that was done': said('2 models hidden'),
      'a call without effect': said('no match'),
      'a call that was only planned': said('Would be saved.'),
      'an event of the page': said('The models of openai were fetched again.'),
      'a rollback': said('Rolled back'),
      'how much of the conversation it set aside': said('3 messages set aside.'),
      'a draft of a summary, to be corrected': role('textbox', 'Summary'),
      'a question with its answers': button('All providers'),
    },
  },
  {
    clicks: [said('Thought for')],
    things: { 'what the model thought': said('One ignore rule is enough.') },
  },
  {
    clicks: [said('2 models hidden')],
    things: { 'a call’s tool': said('add_ignore_rule'), 'a call’s result': said('5 models hidden.') },
  },
  {
    clicks: [CHECKPOINTS],
    things: {
      'the title': role('heading', 'Checkpoints'),
      'a way to close them': button('Close'),
      'the current state': role('radio', 'Current state'),
      'the state at the start of the chat': role('radio', /^Chat start/),
      'Roll back': button('Roll back'),
      Cancel: button('Cancel'),
    },
  },
  {
    clicks: [CHATS],
    things: {
      'all chats': (page) => page.getByRole('list', { name: 'Chats' }),
      'a search in them': role('searchbox', 'Search chats'),
    },
  },
  {
    clicks: [menuButton],
    things: {
      'a summary of the chat, which another click asks for': role('menuitem', 'Summarize this chat'),
      'the rules of the page': role('menuitem', 'Rules and their models'),
    },
  },
  {
    clicks: [button(/^Context and costs/)],
    things: {
      'tokens by kind': inDialog('Cached'),
      costs: inDialog('Cost'),
      'cache modes, by what they save': role('combobox', 'Prompt caching (saves costs)'),
      'tool memory, by what it saves': role('checkbox', /^Forget old tool calls \(saves tokens\)/),
    },
  },
  {
    clicks: [button(/^Permissions/)],
    things: { 'what asks and what runs': (page) => page.getByRole('dialog', { name: 'Permissions' }) },
  },
  { clicks: [...SETTINGS, fold('Connections')], things: { connections: button(/^Edit/) } },
  { clicks: [...SETTINGS, fold('Sites')], things: { sites: inDialog('Steward is on') } },
  {
    clicks: [...THIS_CHAT, fold('Instructions')],
    things: {
      'the system prompt': button('Edit system prompt'),
      'whether titles are generated': role('checkbox', /^Generate a title/),
    },
  },
  {
    clicks: [...THIS_CHAT, fold('Model')],
    things: {
      'settings of the model': role('textbox', 'Temperature'),
      'whether answers stream': role('checkbox', /^Stream the answer/),
    },
  },
  {
    clicks: [...THIS_CHAT, fold('Limits')],
    things: { 'the limit of steps': role('textbox', /^Steps before/) },
  },
  {
    clicks: [...THIS_CHAT, fold('Expert')],
    things: {
      'cache modes as a list': role('combobox', 'Prompt caching (saves costs)'),
      'tool memory': role('checkbox', /^Forget old tool calls/),
      'what comes before the next request': role('combobox', 'Before the next request'),
      'the last requests': button('Show last requests'),
    },
  },
  {
    clicks: [...HELP, role('tab', 'Log')],
    things: { 'the log': role('region', 'Log entries'), 'how much it keeps': role('combobox', 'Log level') },
  },
  { clicks: [...HELP, role('tab', 'Data')], things: { 'a backup': button('Save backup') } },
  // The last place, because the setting stays on.
  {
    clicks: [...SETTINGS, fold('Appearance'), role('checkbox', /^Show technical rows/)],
    things: {
      'the request for a title': said('Title requested'),
      'the title from the model': said('Hide preview models'),
      'the request for a summary': said('Summary requested'),
      'the tokens so far, where messages were set aside': said('4,210'),
      'the time of each message': said('09:30:13'),
    },
  },
];

const seenAtOnce = (things: Place['things']): Place[] => [{ clicks: [], things }];

const APPROVAL: Place[] = [
  {
    clicks: [],
    things: {
      'what would change': role('heading', 'Clients lose 5 models of openai.'),
      'the names that would be hidden': role('region', 'Newly hidden from clients'),
      'the act with its number': button('Apply 2 changes'),
      'a refusal': button('Refuse…'),
      'each call, to be edited': button('Edit'),
      'that the run waits': said('waits for you'),
    },
  },
  {
    clicks: [(page) => page.getByText('Before and after')],
    things: { 'the difference': (page) => page.getByText('ignore rule "*-preview*"') },
  },
];

const TOTALS = { inputTokens: 4_210, outputTokens: 380, cacheReadTokens: 0, cacheCreationTokens: 0 };

const accounting = (reason: 'Pruned' | 'Summarized' | 'Cancelled') =>
  ({ role: 'accounting', reason, cumulativeTokens: TOTALS, discardedMessages: 3 }) as const;

/** A conversation with events that left messages out or cost tokens, and with an accepted summary. */
const LEFT_OUT: StoryRows = rowsOf(
  messagesOf(
    asks('Which models are hidden?'),
    accounting('Pruned'),
    accounting('Cancelled'),
    accounting('Summarized'),
    { role: 'summary', content: 'Five models are hidden.', model: 'gpt-4o', state: 'boundary' },
  ),
  { status: ended('completed') },
);

const invalid = (id: string) => [
  responds('', { finishReason: 'tool_calls', toolCalls: [calls(id, 'add_ignore_rule', {})] }),
  results(id, 'add_ignore_rule', {
    success: false,
    message: 'The argument "pattern" is missing.',
    error_code: 'invalid_parameters',
  }),
];
const ATTEMPTS = messagesOf(asks('Hide the audio models'), ...invalid('a1'), ...invalid('a2'));

/** The stories, each with the places in which the test looks for things. */
const STORIES: readonly (readonly [name: string, StoryRows, Place[]])[] = [
  ['a new chat', rowsOf([], null), NEW_CHAT],
  ['an approval', RUN_STORIES['waiting-for-approval'], APPROVAL],
  [
    'a failure of the connection',
    failedWith('network'),
    seenAtOnce({
      'what failed': said('Connection error'),
      Retry: button('Retry'),
      Dismiss: button('Dismiss'),
    }),
  ],
  [
    'a model that is gone',
    failedWith('model-not-found'),
    seenAtOnce({ 'another one': button('Choose model') }),
  ],
  [
    'a message in the queue',
    { ...RUN_STORIES.processing, chat: { pendingMessage: { text: 'And the audio models.', queuedAtMs: 0 } } },
    seenAtOnce({
      'its text': below('And the audio models.'),
      Edit: button('Edit'),
      Remove: button('Remove'),
      Stop: button('Stop'),
    }),
  ],
  [
    'a pause',
    RUN_STORIES.paused,
    seenAtOnce({ 'that it is paused': said(/^Paused/), Resume: button('Resume') }),
  ],
  [
    'a wait',
    RUN_STORIES['waiting-for-agent-coordination'],
    seenAtOnce({ 'until when': said(/^Waiting until/) }),
  ],
  [
    'a run that has no connection',
    RUN_STORIES['waiting-for-endpoint'],
    seenAtOnce({ 'what it waits for': said(/^Choose a model/) }),
  ],
  [
    'a run at its limit of steps',
    REASON_STORIES['round-limit'],
    seenAtOnce({ Continue: button(/^Continue/) }),
  ],
  ['an answer that is too long', REASON_STORIES['cut-off'], seenAtOnce({ Continue: button(/^Continue/) })],
  [
    'a chat whose requests leave something out',
    LEFT_OUT,
    seenAtOnce({
      'what tool memory left out': said(/^Left out/),
      'what a stopped answer used': said(/^Cancelled/),
      'that a summary is used': said(/^Summarized/),
      'the summary': said('Conversation summary (checkpoint)'),
    }),
  ],
  [
    'a run that corrects its call',
    rowsOf(ATTEMPTS, { status: { state: 'processing' } }),
    seenAtOnce({ 'that it tries again': said('Retrying…') }),
  ],
  [
    'a run that gave up a call',
    rowsOf(ATTEMPTS, { status: ended('completed') }),
    seenAtOnce({ 'what failed': said('in a way that the tool can’t read') }),
  ],
  ['a conversation with an entry of each kind', EVERYTHING, CONVERSATION],
];

const countOf = (clicks: readonly Find[]) => (clicks.length === 1 ? '1 click' : `${clicks.length} clicks`);

/** Fails unless the user can read this without moving the pointer to it. */
async function expectSeen(thing: Locator, what: string): Promise<void> {
  await expect(thing.first(), what).toBeVisible();
  await expect
    .poll(
      () =>
        thing.first().evaluate((element) => {
          element.scrollIntoView({ block: 'nearest' });
          return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        }),
      what,
    )
    .toBe(true);
}

async function expectPlaces(page: Page, name: string, places: readonly Place[]): Promise<void> {
  for (const { clicks, things } of places) {
    for (const find of clicks) await find(page).first().click();
    for (const [what, find] of Object.entries(things)) {
      await test.step(`${name}, ${countOf(clicks)}: ${what}`, () => expectSeen(find(page), what));
    }
    const opened = page.getByRole('dialog').or(page.getByRole('menu'));
    // Escape is pressed only while a sheet or menu is open: otherwise it would stop the run.
    while ((await opened.count()) > 0) await page.keyboard.press('Escape');
  }
}

test('with default settings, what users look for is in sight or a few clicks away', {
  tag: '@panel',
}, async ({ stage: { page, chatId } }) => {
  test.slow();
  for (const [name, rows, places] of STORIES) {
    await showStory(page, chatId, rows);
    await expectPlaces(page, name, places);
  }
});

test(
  'a model’s thoughts are in sight while it thinks, and the effect of its change afterwards',
  thorough({ tag: '@panel' }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page } = panel;
    const { opened, open } = gate();
    const pattern = JSON.stringify({ pattern: '*audio*' });
    endpoint.behave(inTurn(thinksUntil(opened, callsOf('add_ignore_rule', pattern)), says('Done.')));
    await panel.ask('Hide the audio models');
    await expectPlaces(page, 'while the model thinks', [
      { clicks: [], things: { 'what it thinks': said('Let me see.'), Stop: button('Stop') } },
    ]);
    open();
    await panel.finished();
    await expectPlaces(page, 'after a change', [
      { clicks: [], things: { 'what it did': said(/models? hidden/), Undo: button(/^Undo/) } },
      {
        clicks: [CHECKPOINTS],
        things: {
          'the state before it': role('radio', /Hide the audio models/),
          'its effect': inDialog(/models? hidden/),
        },
      },
    ]);
  },
);
