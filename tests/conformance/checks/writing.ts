import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { goesLive } from '@/src/core/adapter/saving';
import { isStewardError } from '@/src/core/errors';
import { canonicalJson, hashJson } from '@/src/core/hash';
import type { Json } from '@/src/core/json';
import type { WriteVerdict } from '@/src/core/page-history/settle-write';
import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
import type { OpenedPage } from '../open-page';
import { createCaller, type SampleCall, type SentWrite, type Subject, samplesOf } from '../subject';
import type { Check } from './check';

/** Failures that are injected into one change at most. */
const MAX_STEPS = 12;

/** Time for a call to reach the page. */
const HELD_MS = 100;

/** The call reaches the page, and its answer arrives. */
const delivered = (send: () => Promise<ExecutionOutcome>) => send();

type Caller = ReturnType<typeof createCaller>;

/** A rollback is an apply of an earlier reading. */
export const applyIdentity: Check = {
  rule: 'apply',
  title: 'applies a state so that reading it gives the same state, and back again',
  async run(subject) {
    const opened = await subject.open(null);
    const { state: initial } = await opened.kit('read');
    const caller = createCaller(subject, opened);
    const problems: string[] = [];
    for (const state of [initial, ...subject.adapterCase.states(initial), initial]) {
      const { stateHash } = await caller.applyState(state);
      const read = await opened.kit('read');
      if (stateHash !== hashJson(state))
        problems.push(`applyState resolves with another state than ${show(state)}`);
      if (read.stateHash !== hashJson(state))
        problems.push(`applied ${show(state)}, read ${show(read.state)}`);
    }
    return problems;
  },
};

/** A state that was applied by half is one that nobody chose. */
export const applyAtomic: Check = {
  rule: 'atomic',
  title: 'applies a state as a whole or not at all, whichever step fails',
  async run(subject) {
    const opened = await subject.open(null);
    const { state: initial } = await opened.kit('read');
    const target = subject.adapterCase.states(initial).at(-1) ?? initial;
    const caller = createCaller(subject, opened);
    await opened.kit('failAt', null);
    opened.failRequest(null);
    await caller.applyState(target);
    const steps = await opened.kit('steps');
    const requests = (await opened.traces()).requests.length;
    await caller.applyState(initial);
    if (steps + requests === 0)
      return ['applying the last sample state takes no step, so no failure can be tried'];
    const problems: string[] = [];
    const attempt = async (what: string) => {
      const failed = await caller.applyState(target).then(
        () => false,
        () => true,
      );
      const { state } = await opened.kit('read');
      const expected = failed ? initial : target;
      if (canonicalJson(state) === canonicalJson(expected)) {
        if (!failed) await caller.applyState(initial);
        return;
      }
      problems.push(`${what} failed: ${failed ? 'rejected' : 'resolved'}, but the page is ${show(state)}`);
      await caller.applyState(initial);
    };
    for (let step = 1; step <= Math.min(steps, MAX_STEPS); step += 1) {
      await opened.kit('failAt', step);
      await attempt(`step ${step} of ${steps}`);
      await opened.kit('failAt', null);
    }
    for (let number = 1; number <= Math.min(requests, MAX_STEPS); number += 1) {
      opened.failRequest(number);
      await attempt(`request ${number} of ${requests}`);
      opened.failRequest(null);
    }
    return problems;
  },
};

/** The preview that the user approves is the effect that the page shows. */
export const writesAsSaid: Check = {
  rule: 'writes-as-said',
  title: 'changes with each tool exactly what its preview says',
  async run(subject) {
    const writes = samplesOf(subject, ['write']).filter(({ startsUnsaved }) => !startsUnsaved);
    const others = samplesOf(subject, ['write', 'commit', 'navigate']).filter(({ tool }) =>
      writes.every((sample) => sample.tool !== tool),
    );
    const opened = await subject.open(null);
    const caller = createCaller(subject, opened);
    const { state } = await opened.kit('read');
    const problems: string[] = [];
    for (const sample of writes) {
      const found = await writeProblems(subject, caller, sample);
      problems.push(...found.map((problem) => `${sample.tool.name}: ${problem}`));
      await caller.applyState(state);
    }
    return [
      ...problems,
      ...(await onNewPages(subject, others, (other, sample) => writeProblems(subject, other, sample))),
    ];
  },
};

async function writeProblems({ definition }: Subject, caller: Caller, sample: SampleCall): Promise<string[]> {
  const { outcome, dryRun, after, before, verdict } = await caller.write(sample, delivered);
  if (outcome === null || !outcome.result.success) return [`failed: ${outcome?.result.message}`];
  if (sample.tool.effect === 'navigate') return [];
  if (dryRun.after === null) return ['its effect can’t be computed: give the definition planTool'];
  const now = canonicalJson({ ...pageHashesOf(definition, after.context) });
  const isUnchanged = now === canonicalJson({ ...pageHashesOf(definition, before.context) });
  return broken([
    [
      now === canonicalJson({ ...dryRun.after }),
      `the preview says “${dryRun.preview.summary}”, but the page shows ${show(after.context)}`,
    ],
    [outcome.stateHashAfter === after.stateHash, 'execute resolves with another state than the page shows'],
    [!isUnchanged, 'its sample call changes nothing: choose other arguments in conformance.ts'],
    [verdict === 'applied', `the verdict is ${verdict}, not applied`],
  ]);
}

/** The problems of the statements that don't hold. */
function broken(statements: readonly (readonly [boolean, string])[]): string[] {
  return statements.flatMap(([isKept, problem]) => (isKept ? [] : [problem]));
}

/** The server has the last word on a change. */
export const refusedWrite: Check = {
  rule: 'refused-write',
  title: 'reports a change that the page’s server refused as a failure',
  run: (subject) =>
    onNewPages(subject, firstWrites(subject), async (caller, sample, opened) => {
      opened.failRequest(1);
      const before = await caller.read();
      const { outcome, verdict } = await caller.write(sample, delivered).catch((error: unknown) => {
        // The page half may reject as well: then nothing was written.
        if (!isStewardError(error)) throw error;
        return { outcome: null, verdict: 'refused' as const };
      });
      if ((await opened.traces()).requests.length === 0) return [];
      return broken([
        [
          outcome === null || !outcome.result.success,
          `reports “${outcome?.result.message}” although the server answered 500`,
        ],
        [verdict === 'refused', `the verdict is ${verdict}, not refused`],
        [(await caller.read()).stateHash === before.stateHash, 'the page was left changed'],
      ]);
    }),
};

/** Without an answer, only the page itself says whether a change took effect. */
export const verdicts: Check = {
  rule: 'verdicts',
  title: 'leads to the right verdict when a call or its answer is lost, late or unreadable',
  async run(subject) {
    const samples = firstWrites(subject);
    return [
      await onNewPages(subject, samples, async (caller, sample, opened) => {
        const lost = await caller.write(sample, async () => null);
        await opened.kit('hold');
        const late = await caller.write(sample, async (send) => {
          // Its answer is not awaited: the page holds the call until it is released.
          send().catch(() => null);
          await opened.page.waitForTimeout(HELD_MS);
          return null;
        });
        await opened.kit('release');
        return [
          ...verdictProblem('the call was lost', lost, 'refused'),
          ...verdictProblem('the call still runs', late, 'uncertain'),
        ];
      }),
      await onNewPages(subject, samples, async (caller, sample) =>
        verdictProblem(
          'the answer was lost',
          await caller.write(sample, (send) => send().then(() => null)),
          'applied',
        ),
      ),
      await onNewPages(subject, samples, async (caller, sample, opened) => {
        const unread = await caller.write(sample, async (send) => {
          await send();
          await opened.kit('blind');
          return null;
        });
        // The content script may recall the call's own answer.
        return unread.verdict === 'applied'
          ? []
          : verdictProblem('the page became unreadable', unread, 'uncertain');
      }),
    ].flat();
  },
};

function verdictProblem(what: string, { verdict }: SentWrite, wanted: WriteVerdict): string[] {
  return verdict === wanted ? [] : [`${what}: the verdict is ${verdict}, not ${wanted}`];
}

/** Steward asks before each change of a page that goes live, so the page may not be declared as one that waits for a save. */
export const liveDeclared: Check = {
  rule: 'live',
  title: 'is declared as live if its changes take effect without a save',
  run: (subject) =>
    onNewPages(
      subject,
      firstWrites(subject).filter(({ tool }) => tool.effect === 'write'),
      async (caller, sample, opened) => {
        const { definition, adapterCase } = subject;
        const before = await caller.read();
        if (goesLive(definition, before.context)) return [];
        const { after } = await caller.write(sample, delivered);
        await opened.reload();
        const reloaded = await caller.read();
        const isKept = reloaded.stateHash === after.stateHash && after.stateHash !== before.stateHash;
        const savedHash = (context: Json) => pageHashesOf(definition, context).savedHash;
        return broken([
          [
            !isKept || adapterCase.keepsDrafts,
            'the change outlives a reload without a save: leave out saving, or let isBypassed say so',
          ],
          [
            savedHash(reloaded.context) === savedHash(before.context),
            'the saved state changed without a save',
          ],
        ]);
      },
    ),
};

/** The first sample call that writes, and the first that commits. */
function firstWrites(subject: Subject): SampleCall[] {
  return [...samplesOf(subject, ['write']).slice(0, 1), ...samplesOf(subject, ['commit']).slice(0, 1)];
}

/** Tries each sample call on a newly opened page. Problems name their tool. */
async function onNewPages(
  subject: Subject,
  samples: readonly SampleCall[],
  act: (caller: Caller, sample: SampleCall, opened: OpenedPage) => Promise<string[]>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const sample of samples) {
    const opened = await subject.open(null);
    const caller = createCaller(subject, opened);
    if (sample.startsUnsaved) {
      const [state] = subject.adapterCase.states((await opened.kit('read')).state);
      if (state !== undefined) await caller.applyState(state);
    }
    const found = await act(caller, sample, opened);
    problems.push(...found.map((problem) => `${sample.tool.name}: ${problem}`));
    await opened.close();
  }
  return problems;
}

function show(value: unknown): string {
  return JSON.stringify(value).slice(0, 200);
}
