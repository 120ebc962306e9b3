import fc from 'fast-check';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { RequestableStatus } from '@/src/core/records/run-status';
import { chatDeed, control, deed } from './fuzz-action';
import { NOTES } from './fuzz-adapter';
import { isCallOf } from './true-history';
import { scriptText, turns } from './scripted-response';

export const answers = turns(3).map((script) =>
  chatDeed(`The model ${scriptText(script)}`, (world) => world.endpoint.expect(script)),
);

export const results = fc.record({ nth: fc.nat({ max: 3 }), success: fc.boolean() }).map(({ nth, success }) =>
  chatDeed(`The shop ${success ? 'answers' : 'refuses'} (call ${nth + 1} from the last)`, (world) => {
    const asked = world.tables.executions.all().filter(({ name }) => name === 'ask_shop');
    const id = asked.at(-1 - nth)?.id ?? 'none';
    const { loop } = world.worker();
    void world.attempt('handing in a result', () =>
      loop.provideToolResult(id, { success, message: 'The shop says so.' }),
    );
  }),
);

const systemInput = { state: 'waiting-for-system-input', outcome: null, requiredScope: null } as const;
const coordination = {
  state: 'waiting-for-agent-coordination',
  coordinatingToolCallId: 'elsewhere',
  coordinatingToolName: 'other',
  targetAgentScope: 'shop',
  seenContextHash: null,
  reason: 'somebody else',
  untilMs: 1_060_000,
} as const;

const statuses: RequestableStatus[] = [
  { state: 'done' },
  { state: 'processing' },
  { state: 'waiting-for-tools' },
  { state: 'waiting-for-endpoint' },
  { state: 'waiting-for-user-input', reason: 'question' },
  { ...systemInput, interruptibleByUser: true },
  { ...systemInput, interruptibleByUser: false, requiredScope: 'shop' },
  { ...systemInput, outcome: 'completed', interruptibleByUser: true },
  { ...coordination, userCanInterrupt: true },
  { ...coordination, userCanInterrupt: false },
];

export const requests = fc.constantFrom(...statuses).chain((status) => {
  const request = (sentence: string, use: (loop: AgentLoop, chatId: string) => Promise<void>) =>
    fc.constant(
      chatDeed(`${sentence} ${JSON.stringify(status)}`, (world) => {
        // It aborts the request that is under way.
        world.trouble.count += 1;
        world.witness.noteRequested(status);
        const { loop } = world.worker();
        void world.attempt(sentence, () => use(loop, world.chatId));
      }),
    );
  return fc.oneof(
    request('A module requests', (loop, chatId) => loop.requestStatus(chatId, status)),
    request('A module queues', (loop, chatId) => loop.queueStatus(chatId, status)),
  );
});

export const events = fc
  .constantFrom('page', 'shop')
  .chain((scope) =>
    control(`The ${scope} sends an event`, (loop, chatId) =>
      loop.addSystemMessage(chatId, { scope, text: 'Something happened.' }),
    ),
  );

export const edits = fc.subarray([...NOTES]).map((notes) =>
  deed(`The user sets the notes to ${notes.join(', ') || 'nothing'} by hand`, (world) => {
    world.page.edit(notes);
    void world.notice('changed');
  }),
);

/** The user reverts exactly the changes of the chat's last call by hand. */
export const reversals = fc.constant(
  chatDeed('The user reverts the assistant’s last change by hand', (world) => {
    const last = world.history
      .transitions()
      .findLast(({ cause, before, after }) => isCallOf(cause, world.chatId) && before.notes !== after.notes);
    if (last === undefined) return;
    const { before, after } = last;
    const kept = world.page
      .state()
      .notes.filter((note) => before.notes.includes(note) || !after.notes.includes(note));
    const missing = before.notes.filter((note) => !after.notes.includes(note) && !kept.includes(note));
    world.page.edit([...kept, ...missing]);
    void world.notice('changed');
  }),
);

/** A notice whose reading is made now and arrives late: newer readings may reach the background before it. */
export const staleNotices = fc.integer({ min: 5, max: 60 }).map((turns) =>
  deed(`A notice of the page is on its way for ${turns} turns`, (world) => {
    void world.notice('changed', turns);
  }),
);

const reload = deed('The page is reloaded and shows what is saved', (world) => {
  world.trouble.count += 1;
  world.page.reload();
  void world.notice('there');
});

const refresh = deed('The page refreshes itself', (world) => {
  world.page.refresh();
  void world.notice('changed');
});

export const pages = fc.constantFrom(
  deed('The page goes away', (world) => {
    world.trouble.count += 1;
    world.page.close();
  }),
  deed('The page is back', (world) => {
    world.page.open();
    void world.notice('there');
  }),
  reload,
  refresh,
);

export const reloads = fc.constant(reload);

/** Changes of the page by the user or by the page itself. */
export const pageChanges = fc.oneof({ weight: 3, arbitrary: edits }, fc.constantFrom(reload, refresh));

export const endpoints = fc.constantFrom(
  chatDeed('The model is taken away', (world) => world.chooseModel(false)),
  chatDeed('The user chooses a model', (world) => {
    world.chooseModel(true);
    const { loop, serially } = world.worker();
    void world.attempt('choosing a model', () =>
      serially(world.chatId, () => loop.noteEndpoint(world.chatId)),
    );
  }),
);

export const deaths = fc.oneof(
  { weight: 3, arbitrary: fc.constant(deed('The worker dies', (world) => void world.restart(false))) },
  {
    weight: 1,
    arbitrary: fc.constant(
      deed('The browser is restarted', (world) => {
        world.page.reload();
        void world.restart(true);
      }),
    ),
  },
);

export const time = fc
  .constantFrom(1_000, 3_000, 40_000, 301_000, 601_000)
  .map((ms) => deed(`${ms / 1_000} s pass`, (world) => world.pass(ms)));

/** Ends waits of a few seconds, such as the one before the next reading of a silent page. */
export const shortWaits = fc.constant(
  deed('32 s pass, 4 s at a time', async (world) => {
    for (let times = 0; times < 8; times += 1) {
      world.pass(4_000);
      await world.pacer.releaseAll();
    }
  }),
);

export const failures = fc
  .constantFrom(
    'any',
    'beginRun',
    'acceptInput',
    'updateRun',
    'storeResponse',
    'markStarted',
    'storeResult',
    'setCalls',
    'storePageUpdate',
    'askApproval',
    'updateApproval',
    'addAudit',
    'recordRollback',
  )
  .map((operation) =>
    deed(`The storage fails at the next write (${operation})`, (world) => {
      world.trouble.failsAt = operation;
    }),
  );
