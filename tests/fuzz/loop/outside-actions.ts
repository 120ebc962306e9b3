import fc from 'fast-check';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import { hasEnded } from '@/src/core/records/transition';
import type { RequestableStatus } from '@/src/schema/run-status';
import { weighted } from '../arbitraries';
import type { ChatWorld } from './chat-world';
import { chatAction, control, worldAction } from './fuzz-action';
import { NOTES } from './fuzz-adapter';
import { scriptedResponses, scriptText } from './scripted-response';
import { isCallOf } from './true-history';

export const answers = scriptedResponses(3).map((script) =>
  chatAction(`The model ${scriptText(script)}`, (world) => world.endpoint.addResponses(script)),
);

export const results = fc.record({ nth: fc.nat({ max: 3 }), success: fc.boolean() }).map(({ nth, success }) =>
  chatAction(`The shop ${success ? 'answers' : 'refuses'} (call ${nth + 1} from the last)`, (world) => {
    const asked = world.tables.executions.all().filter(({ name }) => name === 'ask_shop');
    const id = asked.at(-1 - nth)?.id ?? 'none';
    const { loop } = world.worker();
    void world.attempt('providing a result', () =>
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
  reason: 'another agent',
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
  const request = (sentence: string, use: (loop: AgentLoop, world: ChatWorld) => Promise<void>) =>
    fc.constant(
      chatAction(`${sentence} ${JSON.stringify(status)}`, (world) => {
        // It aborts the request that is under way.
        world.faultState.count += 1;
        world.checker.noteRequested(status);
        const { loop } = world.worker();
        void world.attempt(sentence, () => use(loop, world));
      }),
    );
  return fc.oneof(
    request('A module requests', (loop, { chatId }) => loop.requestStatus(chatId, status)),
    request('A module queues', async (loop, { chatId, run: load }) => {
      const run = await load();
      await loop.queueStatus(chatId, run === null || hasEnded(run.status) ? null : run.id, status);
    }),
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
  worldAction(`The user sets the notes to ${notes.join(', ') || 'nothing'} by hand`, (world) => {
    world.page.edit(notes);
    void world.notice('changed');
  }),
);

/** The user reverts exactly the changes of the chat's last call by hand. */
export const reversals = fc.constant(
  chatAction('The user reverts the assistant’s last change by hand', (world) => {
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
export const staleNotices = fc.integer({ min: 5, max: 60 }).map((steps) =>
  worldAction(`A notice of the page is in transit for ${steps} steps`, (world) => {
    void world.notice('changed', steps);
  }),
);

const reload = worldAction('The page is reloaded and shows what is saved', (world) => {
  world.faultState.count += 1;
  world.page.reload();
  void world.notice('there');
});

const refresh = worldAction('The page refreshes itself', (world) => {
  world.page.refresh();
  void world.notice('changed');
});

export const pages = fc.constantFrom(
  worldAction('The page becomes unreachable', (world) => {
    world.faultState.count += 1;
    world.page.close();
  }),
  worldAction('The page is reachable again', (world) => {
    world.page.open();
    void world.notice('there');
  }),
  reload,
  refresh,
);

export const reloads = fc.constant(reload);

/** Changes of the page by the user or by the page itself. */
export const pageChanges = weighted([3, edits], [1, fc.constantFrom(reload, refresh)]);

export const endpoints = fc.constantFrom(
  chatAction('The model becomes unavailable', (world) => world.chooseModel(false)),
  chatAction('The user chooses a model', (world) => {
    world.chooseModel(true);
    const { loop, serially } = world.worker();
    void world.attempt('choosing a model', () =>
      serially(world.chatId, () => loop.noteSettings(world.chatId)),
    );
  }),
);

export const deaths = weighted(
  [3, fc.constant(worldAction('The worker dies', (world) => void world.restart(false)))],
  [
    1,
    fc.constant(
      worldAction('The browser is restarted', (world) => {
        world.page.reload();
        void world.restart(true);
      }),
    ),
  ],
);

export const time = fc
  .constantFrom(1_000, 3_000, 40_000, 301_000, 601_000)
  .map((ms) => worldAction(`${ms / 1_000} s pass`, (world) => world.pass(ms)));

/** Ends waits of a few seconds, such as the one before the next reading of a silent page. */
export const shortWaits = fc.constant(
  worldAction('32 s pass, 4 s at a time', async (world) => {
    for (let times = 0; times < 8; times += 1) {
      world.pass(4_000);
      await world.steps.releaseAll();
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
    'keepSent',
    'addApproval',
    'updateApproval',
    'addAudit',
    'recordRollback',
  )
  .map((operation) =>
    worldAction(`The storage fails at the next write (${operation})`, (world) => {
      world.faultState.failsAt = operation;
    }),
  );
