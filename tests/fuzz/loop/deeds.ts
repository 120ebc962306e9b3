import fc from 'fast-check';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { RequestableStatus } from '@/src/core/loop/run-status';
import { checkRollback, listedCheckpoints } from './check-rollback';
import { checkWorld } from './check-world';
import { type Deed, deed } from './deed';
import { NOTES } from './fuzz-adapter';
import { type Turn, turn, turnText } from './turn';
import { CHAT_ID, type World } from './world';

const turns = (max: number) => fc.array(turn, { minLength: 1, maxLength: max });

function scriptText(script: readonly Turn[]): string {
  return script.map(turnText).join(', then ');
}

/** One of the loop's controls is used, behind others of the chat. */
function control(sentence: string, use: (loop: AgentLoop) => Promise<unknown>): fc.Arbitrary<Deed> {
  return fc.constant(
    deed(sentence, (world) => {
      const { loop, serially } = world.worker();
      void world.attempt(sentence, () => serially(CHAT_ID, () => use(loop)));
    }),
  );
}

function say(world: World): void {
  const text = world.spoken.nextText();
  const tell = world.spoken.note(text);
  const { loop, serially } = world.worker();
  void world
    .attempt('sending a message', () => serially(CHAT_ID, () => loop.sendUserMessage(CHAT_ID, text)))
    .then((accepted) => tell(accepted === null ? 'refused' : accepted.kind));
}

function putIntoSlot(world: World, text: string | null): void {
  const tell = world.spoken.note(text);
  const { loop, serially } = world.worker();
  void world
    .attempt('changing the queue', async () => {
      await serially(CHAT_ID, () => loop.queueMessage(CHAT_ID, text));
      return true;
    })
    .then((done) => tell(done === null ? 'refused' : 'queued'));
}

const messages = turns(5).map((script) =>
  deed(`The person writes; the model ${scriptText(script)}`, (world) => {
    world.endpoint.expect(script);
    say(world);
  }),
);

const answers = turns(3).map((script) =>
  deed(`The model ${scriptText(script)}`, (world) => world.endpoint.expect(script)),
);

const queue = fc.oneof(
  fc.constant(deed('The person edits the queued message', (w) => putIntoSlot(w, w.spoken.nextText()))),
  fc.constant(deed('The person withdraws the queued message', (w) => putIntoSlot(w, null))),
);

function decide(decision: 'approve' | 'reject', isOld: boolean): Deed {
  const which = isOld ? 'the first question ever asked' : 'the newest question';
  return deed(`The person ${decision === 'approve' ? 'approves' : 'rejects'} ${which}`, (world) => {
    const asked = world.tables.approvals.all();
    const id = (isOld ? asked[0] : asked.at(-1))?.id ?? 'none';
    const { loop, serially } = world.worker();
    // The approval holds from the decision's being written down, which is before its control resolves.
    if (decision === 'approve') world.witness.noteApproved(id);
    void world.attempt('deciding', () => serially(id, () => loop.decideApproval(id, decision, 'because')));
  });
}

const decisions = fc.oneof(
  { weight: 6, arbitrary: fc.constant(decide('approve', false)) },
  { weight: 3, arbitrary: fc.constant(decide('reject', false)) },
  { weight: 1, arbitrary: fc.constantFrom(decide('approve', true), decide('reject', true)) },
);

const holds = fc.oneof(
  control('The person stops the run', (loop) => loop.stop(CHAT_ID)),
  // Never behind another control.
  fc.constant(
    deed('The person cancels', (world) => {
      const { loop } = world.worker();
      void world.attempt('cancelling', () => loop.cancel(CHAT_ID));
    }),
  ),
  control('The person pauses', (loop) => loop.pause(CHAT_ID)),
);

const resumptions = fc.oneof(
  control('The person resumes', (loop) => loop.resume(CHAT_ID)),
  control('The person chooses Continue', (loop) => loop.continueRun(CHAT_ID)),
  control('The person chooses Retry', (loop) => loop.retry(CHAT_ID)),
);

const results = fc.record({ nth: fc.nat({ max: 3 }), success: fc.boolean() }).map(({ nth, success }) =>
  deed(`The shop ${success ? 'answers' : 'refuses'} (call ${nth + 1} from the last)`, (world) => {
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

const requests = fc.constantFrom(...statuses).chain((status) => {
  const request = (sentence: string, use: (loop: AgentLoop) => Promise<void>) =>
    fc.constant(
      deed(`${sentence} ${JSON.stringify(status)}`, (world) => {
        world.witness.noteRequested(status);
        const { loop } = world.worker();
        void world.attempt(sentence, () => use(loop));
      }),
    );
  return fc.oneof(
    request('A module requests', (loop) => loop.requestStatus(CHAT_ID, status)),
    request('A module queues', (loop) => loop.queueStatus(CHAT_ID, status)),
  );
});

const events = fc
  .constantFrom('page', 'shop')
  .chain((scope) =>
    control(`The ${scope} sends an event`, (loop) =>
      loop.addSystemMessage(CHAT_ID, { scope, text: 'Something happened.' }),
    ),
  );

const edits = fc.subarray([...NOTES]).map((notes) =>
  deed(`Somebody else sets the notes to ${notes.join(', ') || 'nothing'}`, (world) => {
    world.page.edit(notes);
    void world.notice('changed');
  }),
);

const pages = fc.constantFrom(
  deed('The page goes away', (world) => world.page.close()),
  deed('The page is back', (world) => {
    world.page.open();
    void world.notice('there');
  }),
  deed('The page is loaded anew', (world) => {
    world.page.reload();
    void world.notice('there');
  }),
);

const endpoints = fc.constantFrom(
  deed('The model is taken away', (world) => world.chooseModel(null)),
  deed('The person chooses a model', (world) => {
    world.chooseModel('m');
    const { loop, serially } = world.worker();
    void world.attempt('choosing a model', () => serially(CHAT_ID, () => loop.noteEndpoint(CHAT_ID)));
  }),
);

const deaths = fc.oneof(
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

const nth = fc.nat({ max: 5 });

const exactRollbacks = nth.map((back) =>
  deed(
    `All settles, and the person goes back to checkpoint ${back + 1} from the last and returns`,
    async (world) => {
      await settle(world);
      const checkpoint = listedCheckpoints(world).at(-1 - back) ?? listedCheckpoints(world)[0];
      if (checkpoint !== undefined) await checkRollback(world, checkpoint);
    },
  ),
);

const rollbacks = fc
  .record({ back: nth, isMerge: fc.boolean(), keep: fc.constantFrom('page', 'checkpoint', null) })
  .map(({ back, isMerge, keep }) =>
    deed(
      `The person goes back to checkpoint ${back + 1} from the last${isMerge ? `, keeping what was done by hand (${keep})` : ''}`,
      (world) => {
        const checkpoint = listedCheckpoints(world).at(-1 - back);
        if (checkpoint === undefined) return;
        const { rollback, loop } = world.worker();
        void world.attempt('a rollback', async () => {
          const { stateHash } = await rollback.preview(CHAT_ID, checkpoint.id);
          const strategy = isMerge
            ? ({ strategy: 'merge', keep } as const)
            : ({ strategy: 'replace' } as const);
          await loop.whileIdle(CHAT_ID, () => rollback.perform(CHAT_ID, checkpoint.id, stateHash, strategy));
        });
      },
    ),
  );

const undos = nth.map((back) =>
  deed(`The person undoes the answer at checkpoint ${back + 1} from the last`, (world) => {
    const checkpoint = listedCheckpoints(world).at(-1 - back);
    if (checkpoint === undefined) return;
    const { rollback, loop } = world.worker();
    void world.attempt('an undo', async () => {
      const { stateHash } = await rollback.previewUndo(CHAT_ID, checkpoint.id);
      await loop.whileIdle(CHAT_ID, () => rollback.undo(CHAT_ID, checkpoint.id, stateHash));
    });
  }),
);

const time = fc
  .constantFrom(1_000, 3_000, 40_000, 301_000, 601_000)
  .map((ms) => deed(`${ms / 1_000} s pass`, (world) => world.pass(ms)));

const failures = fc.constant(
  deed('The next write fails', (world) => {
    world.trouble.failsNextWrite = true;
  }),
);

async function settle(world: World): Promise<void> {
  await world.pacer.releaseAll();
  await checkWorld(world);
}

const progress = fc.oneof(
  { weight: 3, arbitrary: fc.constant(deed('All settles', settle)) },
  {
    weight: 5,
    arbitrary: fc
      .integer({ min: 1, max: 25 })
      .map((steps) => deed(`${steps} things happen`, (world) => world.pacer.release(steps))),
  },
);

/** Whatever may happen, in any order, at any moment. */
export const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 22, arbitrary: progress },
  { weight: 14, arbitrary: messages },
  { weight: 6, arbitrary: answers },
  { weight: 5, arbitrary: decisions },
  { weight: 4, arbitrary: holds },
  { weight: 5, arbitrary: resumptions },
  { weight: 3, arbitrary: queue },
  { weight: 2, arbitrary: results },
  { weight: 2, arbitrary: requests },
  { weight: 1, arbitrary: events },
  { weight: 3, arbitrary: edits },
  { weight: 3, arbitrary: pages },
  { weight: 2, arbitrary: endpoints },
  { weight: 3, arbitrary: deaths },
  { weight: 4, arbitrary: exactRollbacks },
  { weight: 2, arbitrary: rollbacks },
  { weight: 2, arbitrary: undos },
  { weight: 4, arbitrary: time },
  { weight: 1, arbitrary: failures },
);
