import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { goesLive } from '@/src/core/adapter/saving';
import { isStewardError } from '@/src/core/errors';
import { isSameJson } from '@/src/core/hash';
import { english } from '@/src/core/text/english';
import type { ChangePreview } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { INJECTED, type OpenedPage } from '../open-page';
import { callsOf, type SampleCall, type Subject, samplesOf } from '../subject';
import { type IsPartOfChange, nth, partsOfCall } from './change-requests';
import type { Check } from './check';
import { broken, type Caller, delivered, firstWrites, onNewPages, show } from './on-new-pages';
import { differenceOf, openAtStart, refusalIn, restored, tryFurtherCalls, tryLaterNames } from './try-calls';

/** The preview that the user approves is the effect that the page shows. */
export const writesAsSaid: Check = {
  rule: 'writes-as-said',
  title: 'makes with each tool exactly the change that its preview shows',
  async run(subject) {
    const writes = samplesOf(subject, ['write']).filter(({ startsUnsaved }) => !startsUnsaved);
    const others = samplesOf(subject, ['write', 'commit', 'navigate']).filter(({ tool }) =>
      writes.every((sample) => sample.tool !== tool),
    );
    let page = await openAtStart(subject, null);
    const problems: string[] = [];
    for (const sample of writes) {
      const found = await writeProblems(subject, page.caller, sample, page.opened);
      problems.push(...found.map((problem) => `${sample.tool.name}: ${problem}`));
      page = await restored(subject, page);
    }
    await page.opened.close();
    const tried = [...(await tryFurtherCalls(subject)), ...(await tryLaterNames(subject))];
    return [
      ...problems,
      ...(await onNewPages(subject, others, (other, sample, page) =>
        writeProblems(subject, other, sample, page),
      )),
      ...tried.flatMap(({ call, difference }) => (difference === null ? [] : [`${call}: ${difference}`])),
    ];
  },
};

async function writeProblems(
  { definition }: Subject,
  caller: Caller,
  sample: SampleCall,
  opened: OpenedPage,
): Promise<string[]> {
  opened.startLog();
  const sent = await caller.write(sample, delivered);
  const { outcome, dryRun, after, before, verdict } = sent;
  if (outcome?.result.error_code === 'not_applied') return [differenceOf(definition, sent) ?? NOT_SHOWN];
  if (outcome === null || !outcome.result.success) return [`failed: ${await refusalIn(opened, sent)}`];
  if (sample.tool.effect === 'navigate') return [];
  if (dryRun.after === null) return ['its effect can’t be computed: give the definition computeCall'];
  const isUnchanged = isSameJson(
    { ...pageHashesOf(definition, after.context) },
    { ...pageHashesOf(definition, before.context) },
  );
  const untold = untoldNames(outcome.result, dryRun.preview, sample.args);
  const difference = differenceOf(definition, sent);
  return [
    ...(difference === null ? [] : [difference]),
    ...broken([
      [outcome.stateHashAfter === after.stateHash, 'execute resolves with another state than the page shows'],
      [!isUnchanged, 'its sample call changes nothing: choose other arguments in conformance.ts'],
      [verdict === 'applied', `the verdict is ${verdict}, not applied`],
      [
        untold.length === 0,
        `the result names ${show(untold)}, of which the preview says nothing: the user has to know it before the approval`,
      ],
    ]),
  ];
}

const NOT_SHOWN =
  'the result says that the page does not show the change, but the page is as the preview says';

/** Names in the result of a call that its preview doesn't have, nor its arguments. */
function untoldNames({ message }: ToolResult, preview: ChangePreview, args: JsonObject): string[] {
  const texts = [preview.summary, ...preview.differences.map(({ text }) => text)].map(english);
  const told = [
    ...texts,
    ...preview.effects.flatMap(({ names }) => names.map(({ name }) => name)),
    ...textsIn(args),
  ];
  const quoted = [...message.matchAll(/"((?:[^"\\]|\\.)+)"/g)].map(([, name = '']) => name);
  return quoted.filter((name) => !told.some((text) => text.includes(name)));
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** Nobody should read and approve a change that can't be made. */
export const refusedEarly: Check = {
  rule: 'refused-early',
  title: 'refuses in its dry run every change that the page’s server refuses',
  async run(subject) {
    const { definition, adapterCase } = subject;
    const tried = await tryFurtherCalls(subject);
    const problems = tried.flatMap(({ call, refused }) =>
      refused === null
        ? []
        : [`${call}: the preview shows a change, but it was refused: ${refused}. Refuse it in computeCall`],
    );
    const declared = callsOf(definition, adapterCase.refusedCalls ?? []);
    return [
      ...problems,
      ...(await onNewPages(subject, declared, async (caller, { tool, args }) => {
        // A call that doesn't fit its schema never reaches the dry run.
        if (!tool.input.safeParse(args).success) return [];
        const { call } = await caller.preview({ tool, args });
        return call.kind === 'failure'
          ? []
          : [
              `${show(args)} is one of refusedCalls, but the preview shows a change. Refuse it in computeCall`,
            ];
      })),
    ];
  },
};

/** The server has the last word on a change. */
export const refusedWrite: Check = {
  rule: 'refused-write',
  title: 'reports a failure if the page’s server refused a change',
  async run(subject) {
    const partsOf = new Map<SampleCall, IsPartOfChange>();
    const samples = firstWrites(subject);
    await onNewPages(subject, samples, async (caller, sample, opened) => {
      const isPart = await partsOfCall(subject, opened, () => caller.write(sample, delivered));
      if (isPart !== null) partsOf.set(sample, isPart);
      return [];
    });
    const sending = samples.filter((sample) => partsOf.has(sample));
    return onNewPages(subject, sending, async (caller, sample, opened) => {
      const isPart = partsOf.get(sample) ?? (() => false);
      opened.answerWith(nth(1, isPart, INJECTED));
      const before = await caller.read();
      const { outcome, verdict } = await caller.write(sample, delivered).catch((error: unknown) => {
        // The page half may reject as well: then nothing was written.
        if (!isStewardError(error)) throw error;
        return { outcome: null, verdict: 'refused' as const };
      });
      return broken([
        [
          outcome === null || !outcome.result.success,
          `reports “${outcome?.result.message}” although the server answered 500`,
        ],
        [verdict === 'refused', `the verdict is ${verdict}, not refused`],
        [(await caller.read()).stateHash === before.stateHash, 'the page was left changed'],
      ]);
    });
  },
};

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
            !isKept || adapterCase.keepsUnsavedChanges,
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
