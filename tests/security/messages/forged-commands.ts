import { SETTINGS_PAGE_COMMANDS } from '@/src/background/panel-server/command-server';
import {
  COMMAND_CHANNEL,
  LIVE_PORT,
  MAX_KEPT_TEXT_LENGTH,
  MAX_PART_LENGTH,
  PAGE_CHANNEL,
} from '@/src/messages/channels';
import type { Command } from '@/src/messages/commands';
import type { SenderInMemory } from '@/tests/world/browser-in-memory';
import { type StewardInMemory, TAB_ID } from '@/tests/world/steward-in-memory';
import { type ForgedMessage, forgedCommand, forgedPort } from './forged-message';
import { type KnownFacts, sampleCommands } from './sample-commands';

/** The name of the settings page, which may send the commands for its own settings. */
const SETTINGS_PAGE = 'the settings page';

/** Senders that may neither send commands nor open the panel's port. */
function forgedSenders(extensionId: string, tabId: number): [name: string, sender: SenderInMemory][] {
  const own = `chrome-extension://${extensionId}`;
  const other = 'ponmlkjihgfedcbaponmlkjihgfedcba';
  const page = 'http://proxy.example:8080/admin';
  const urls: [name: string, url: string][] = [
    ['an extension page at the root', `${own}/`],
    [SETTINGS_PAGE, `${own}/options.html`],
    ['the settings page in a frame of the web', `https://leak.example/options.html`],
    ['a page below the settings page’s name', `${own}/options.html/`],
    ['a page below the panel’s name', `${own}/sidepanel.html/`],
    ['a page that begins like the panel', `${own}/sidepanel.html.html`],
    ['a page that ends like the panel', `${own}/x/sidepanel.html`],
    ['the panel in capitals', `${own}/SIDEPANEL.HTML`],
    ['the panel with a double slash', `${own}//sidepanel.html`],
    ['the panel with an escaped dot', `${own}/sidepanel%2ehtml`],
    ['the panel only in the fragment', `${own}/#/sidepanel.html`],
    ['the panel only in the query', `${own}/?/sidepanel.html`],
    ['the panel of another extension', `chrome-extension://${other}/sidepanel.html`],
    ['the panel’s path on the web', 'https://leak.example/sidepanel.html'],
    ['the panel’s host as user of another', `chrome-extension://${extensionId}@${other}/sidepanel.html`],
    ['the panel’s id on the web', `https://${extensionId}/sidepanel.html`],
    ['the panel’s path in another browser’s scheme', `moz-extension://${extensionId}/sidepanel.html`],
    ['a blob of the panel', `blob:${own}/sidepanel.html`],
    ['a file system of the panel', `filesystem:${own}/sidepanel.html`],
    ['a data address', 'data:text/html,/sidepanel.html'],
    ['an empty page', 'about:blank'],
    ['an inline frame', 'about:srcdoc'],
    ['an empty address', ''],
    ['an invalid address', 'sidepanel.html'],
  ];
  return [
    ...urls.map(([name, url]): [string, SenderInMemory] => [name, { id: extensionId, url, frameId: 0 }]),
    ['another extension', { id: other, url: `chrome-extension://${other}/sidepanel.html` }],
    ['another extension with the panel’s address', { id: other, url: `${own}/sidepanel.html`, frameId: 0 }],
    ['an unknown sender with the panel’s address', { url: `${own}/sidepanel.html`, frameId: 0 }],
    ['an empty sender', {}],
    ['this extension without an address', { id: extensionId }],
    ['a content script', { id: extensionId, url: page, tab: { id: tabId, url: page }, frameId: 0 }],
    ['a content script in a frame', { id: extensionId, url: page, tab: { id: tabId }, frameId: 4 }],
    [
      'the panel’s document in a frame of something else',
      { id: extensionId, url: `${own}/sidepanel.html`, tab: { id: tabId, url: page }, frameId: 4 },
    ],
  ];
}

/** The commands whose text may be longer than any other. */
const LONGER_TEXTS: Partial<Record<Command['type'], number>> = {
  'import-chat': MAX_PART_LENGTH,
  'import-settings': MAX_PART_LENGTH,
  'restore-backup': MAX_PART_LENGTH,
};

/** The basis of a preview that was made for another state of the page. */
const OTHER_STATE = { stateHash: 'e'.repeat(64), position: 1 };

const envelope = (command: unknown) => ({ channel: COMMAND_CHANNEL, command });

/** Every command, from every sender that may not send it. */
export function commandsOfOthers(steward: StewardInMemory, known: KnownFacts): ForgedMessage[] {
  const senders = forgedSenders(steward.browser.extensionId, TAB_ID);
  return Object.values(sampleCommands(known)).flatMap((command) =>
    senders
      .filter(([name]) => name !== SETTINGS_PAGE || !SETTINGS_PAGE_COMMANDS.includes(command.type))
      .map(([name, sender]) => forgedCommand(`${command.type} from ${name}`, envelope(command), sender)),
  );
}

/** The commands of the settings page about a chat, which only the panel may send. */
export function commandsAboutChats(steward: StewardInMemory, known: KnownFacts): ForgedMessage[] {
  const page = {
    id: steward.browser.extensionId,
    url: `chrome-extension://${steward.browser.extensionId}/options.html`,
  };
  return Object.values(sampleCommands(known)).flatMap((command) =>
    SETTINGS_PAGE_COMMANDS.includes(command.type) && 'chatId' in command
      ? [
          forgedCommand(
            `${command.type} of a chat from ${SETTINGS_PAGE}`,
            envelope({ ...command, chatId: known.chatId }),
            { ...page, frameId: 0 },
          ),
        ]
      : [],
  );
}

/** Commands that don't fit the schema, sent from the panel's address. */
export function malformedCommands(steward: StewardInMemory, known: KnownFacts): ForgedMessage[] {
  const inEnvelopes = Object.values(sampleCommands(known)).flatMap((command) =>
    malformedVariants(command).map(([name, value]) => [`${command.type} ${name}`, envelope(value)] as const),
  );
  const stop = { type: 'control-run', chatId: known.chatId, action: 'stop' };
  const oddEnvelopes: [string, unknown][] = [
    ['a command with a second member beside it', { ...envelope(stop), extra: 1 }],
    ['a channel without a command', { channel: COMMAND_CHANNEL }],
    ['a command that is a string', envelope(JSON.stringify(stop))],
    ['a command that is a list', envelope([stop])],
    ['a command that is null', envelope(null)],
    ['a command of an unknown type', envelope({ type: 'approve-all' })],
    ['a command whose type is a list', envelope({ ...stop, type: ['control-run'] })],
    ['a command whose type is on the prototype', envelope({ type: 'constructor' })],
  ];
  return [...inEnvelopes, ...oddEnvelopes].map(([name, message]) =>
    forgedCommand(name, message, steward.panel),
  );
}

function malformedVariants(command: Command): [name: string, command: unknown][] {
  const members = Object.keys(command).filter((member) => member !== 'type');
  const limit = LONGER_TEXTS[command.type] ?? MAX_KEPT_TEXT_LENGTH;
  return [
    ['with an unknown member', { ...command, isAdmin: true }],
    [
      'with a member on the prototype',
      JSON.parse(`{"__proto__":{"a":1},${JSON.stringify(command).slice(1)}`),
    ],
    ...members.flatMap((member): [string, unknown][] => [
      [`without ${member}`, Object.fromEntries(Object.entries(command).filter(([name]) => name !== member))],
      [`with an object as ${member}`, { ...command, [member]: { $ne: null } }],
      [`with a huge ${member}`, { ...command, [member]: 'x'.repeat(limit + 1) }],
    ]),
  ].filter(([, value]) => !isStillGood(command, value)) as [string, unknown][];
}

/** Copying drops a stray `__proto__` member, and then the command is valid. */
function isStillGood(command: Command, value: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(command);
}

/** Valid commands of the panel that are outdated or refer to the wrong object. */
export function staleDecisions(steward: StewardInMemory, known: KnownFacts): ForgedMessage[] {
  const decide = sampleCommands(known)['decide-approval'];
  const { decided } = known;
  const choiceOf = (executionId: string) => decide.choices.map((choice) => ({ ...choice, executionId }));
  const commands: [string, Command, mayWrite?: readonly string[]][] = [
    [
      'a decision replayed',
      {
        ...decide,
        approvalId: decided.approvalId,
        digest: decided.digest,
        choices: choiceOf(decided.executionId),
      },
    ],
    ['a decision on an unknown approval request', { ...decide, approvalId: 'nothing' }],
    ['a decision on the approval request “__proto__”', { ...decide, approvalId: '__proto__' }],
    // The approval request is renewed with a current preview.
    ['a decision on another preview', { ...decide, digest: 'f'.repeat(64) }, ['approvals', 'runs', 'chats']],
    [
      'a decision on the decided preview',
      { ...decide, digest: decided.digest },
      ['approvals', 'runs', 'chats'],
    ],
    [
      'a decision with a call of another approval request',
      { ...decide, choices: choiceOf(decided.executionId) },
    ],
    ['a decision with an unknown call', { ...decide, choices: choiceOf('nothing') }],
    ['a decision that names a call twice', { ...decide, choices: [...decide.choices, ...decide.choices] }],
    [
      'a decision with arguments that don’t fit',
      { ...decide, choices: decide.choices.map((choice) => ({ ...choice, args: { all: true } })) },
    ],
    ['a decision that allows a tool of no call', { ...decide, allowTools: ['clear_all_ignore_rules'] }],
    ['a decision on another approval request', { ...decide, approvalId: decided.approvalId }],
    ['a rollback on another state', { ...sampleCommands(known).reverse, shown: OTHER_STATE }],
    [
      'a rollback of an earlier conversation',
      { ...sampleCommands(known).reverse, shown: { stateHash: known.stateHash, position: 0 } },
    ],
    [
      'a rollback to nothing',
      {
        ...sampleCommands(known).reverse,
        target: { kind: 'rollback', checkpointId: 'nothing', strategy: { strategy: 'replace' } },
      },
    ],
    ['a rollback of another chat', { ...sampleCommands(known).reverse, chatId: 'nothing' }],
    [
      'an undo on another state',
      {
        ...sampleCommands(known).reverse,
        target: { kind: 'undo', checkpointId: known.checkpointId },
        shown: OTHER_STATE,
      },
    ],
    ['a policy for another chat', { ...sampleCommands(known)['set-policy'], chatId: 'nothing' }],
    ['a site without permission', sampleCommands(known)['keep-site']],
  ];
  return commands.map(([name, command, mayWrite = []]) => ({
    ...forgedCommand(name, envelope(command), steward.panel),
    mayWrite,
  }));
}

/** Ports of other senders, and invalid messages on the panel's own port. */
export function forgedPorts(steward: StewardInMemory, known: KnownFacts): ForgedMessage[] {
  const watch = { type: 'watch', chatId: known.chatId };
  const decide = sampleCommands(known)['decide-approval'];
  const onPanelPort: [string, unknown][] = [
    ['a decision', decide],
    ['a command', envelope(decide)],
    ['a watch without a chat', { type: 'watch' }],
    ['a watch of an empty chat', { type: 'watch', chatId: '' }],
    ['a watch with an unknown member', { ...watch, isAdmin: true }],
    ['a watch of a list of chats', { type: 'watch', chatId: [known.chatId] }],
    ['a text', 'watch'],
    ['null', null],
  ];
  return [
    ...forgedSenders(steward.browser.extensionId, TAB_ID).map(([name, sender]) =>
      forgedPort(
        `a port from ${name}`,
        ({ browser }) => browser.connect(LIVE_PORT, sender),
        [watch],
        'closed',
      ),
    ),
    ...['', 'steward', `${LIVE_PORT}/`, '__proto__', PAGE_CHANNEL].map((port) =>
      forgedPort(
        `a port called “${port}” from the panel’s address`,
        ({ browser, panel }) => browser.connect(port, panel),
        [watch],
        'closed',
      ),
    ),
    ...onPanelPort.map(([name, message]) =>
      forgedPort(
        `on the panel’s port: ${name}`,
        ({ browser, panel }) => browser.connect(LIVE_PORT, panel),
        [message],
        'silence',
      ),
    ),
    // A locked page's port is kept open, and nothing on it is read.
    ...onPanelPort.map(
      ([name, message]): ForgedMessage => ({
        ...forgedPort(
          `on a page’s port: ${name}`,
          ({ browser }) =>
            browser.connect(PAGE_CHANNEL, { id: browser.extensionId, tab: { id: TAB_ID }, frameId: 0 }),
          [message],
          'silence',
        ),
        isUnread: true,
      }),
    ),
  ];
}

/** Messages of another extension: the browser passes them to separate listeners. */
export function messagesFromOutside(known: KnownFacts): ForgedMessage[] {
  const other = {
    id: 'ponmlkjihgfedcbaponmlkjihgfedcba',
    url: 'chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba/',
  };
  return [
    ...Object.values(sampleCommands(known)).map(
      (command): ForgedMessage => ({
        name: `${command.type} from outside`,
        refusal: 'silence',
        send: ({ browser }) => browser.sendFromOutside(envelope(command), other),
      }),
    ),
    forgedPort(
      'a port from outside',
      ({ browser }) => browser.connectFromOutside(LIVE_PORT, other),
      [{ type: 'watch', chatId: known.chatId }],
      'closed',
    ),
  ];
}
