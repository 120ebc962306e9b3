import Dexie from 'dexie';
import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { StewardError } from '@/src/core/errors';
import { diesAt } from '@/tests/core/loop/interruptions';
import { calls, says } from '@/tests/fakes/loop-harness';
import { createSitesHarness, type SitesHarness } from '@/tests/fakes/sites-harness';
import { reportOf, within } from './case-run';

// Another suite of the same process may have loaded Dexie before there was a database.
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });

/** Time limit of a case, in milliseconds: no part of it waits for a timer that nobody advances. */
const CASE_LIMIT_MS = 20_000;

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const note = fc.constantFrom('tea', 'milk', 'eggs');

/** One call of the model, on sites by their numbers; an empty list stands for all of them. */
const made = fc.record({
  tool: fc.constantFrom('add_note', 'remove_note', 'publish', 'find_note'),
  text: note,
  sites: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
});

/** Something that happens to one site while its tool runs, or before the user decides. */
const fault = fc.record({
  site: fc.nat(4),
  kind: fc.constantFrom('changed', 'closed', 'breaks', 'key revoked'),
  isLate: fc.boolean(),
});

const cases = fc.record({
  sites: fc.array(fc.uniqueArray(note, { maxLength: 3 }), { minLength: 2, maxLength: 5 }),
  responses: fc.array(fc.array(made, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  asks: fc.boolean(),
  stops: fc.boolean(),
  rejected: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
  faults: fc.array(fault, { maxLength: 2 }),
  death: fc.option(
    fc.record({
      method: fc.constantFrom(
        'beginRun',
        'storeResponse',
        'markStarted',
        'storeResult',
        'updateRun',
        'addApproval',
      ),
      when: fc.constantFrom('before', 'after'),
      time: fc.integer({ min: 1, max: 8 }),
    }),
  ),
  isStopped: fc.boolean(),
});

type Case = typeof cases extends fc.Arbitrary<infer Made> ? Made : never;

/**
 * Tests calls on 2 to 5 sites with second admins, closed and broken pages, revoked keys, a stop, and a worker that dies: no change is
 * made twice or gets lost, and none happens that the user rejected.
 */
export async function fuzzSites({ runs, seed, path = '' }: SuiteOptions): Promise<SuiteReport> {
  const property = fc.asyncProperty(cases, async (one) => {
    if ((await within(CASE_LIMIT_MS, playCase(one))) === null) throw new Error('The case hangs.');
  });
  return reportOf(await fc.check(property, { numRuns: runs, seed, path }));
}

async function playCase(one: Case): Promise<true> {
  const names = NAMES.slice(0, one.sites.length);
  const nameOf = (number: number) => names[number % names.length] ?? 'a';
  const turns = one.responses.map((response) =>
    calls(
      ...response.map(({ tool, text, sites }): [string, unknown] => [
        tool,
        {
          ...(tool === 'publish' ? {} : { text }),
          targets: sites.length === 0 ? ['all'] : [...new Set(sites.map(nameOf))],
        },
      ]),
    ),
  );
  const ends = Array.from({ length: 12 }, () => says('Done.'));
  const notes = Object.fromEntries(names.map((name, index) => [name, one.sites[index] ?? []]));
  const settings = one.asks ? { settings: { approvalPolicy: 'ask-every-change' as const } } : {};
  const sites = await createSitesHarness(notes, [...turns, ...ends], settings);
  for (const late of one.faults.filter(({ isLate }) => isLate))
    spoilDuringCall(sites, nameOf(late.site), late.kind);
  const { death } = one;
  let died =
    death === null
      ? never()
      : diesAt(sites.h, death.method as 'beginRun', death.when as 'before', death.time);
  /** Lets a worker live until this is done, or it dies, which a case may do once. */
  let life = { isOver: false };
  const during = async (work: (life: { isOver: boolean }) => Promise<void>): Promise<boolean> => {
    const own = life;
    const ended = await Promise.race([died.then(() => false), work(own).then(() => true)]);
    own.isOver = !ended;
    if (!ended) {
      life = { isOver: false };
      died = never();
      await sites.restart();
    }
    return ended;
  };
  // In the end the user rejects what still asks, which needs no page.
  const refusals = Object.fromEntries(names.map((name) => [name, 'reject' as const]));
  const finish = async (own: { isOver: boolean }) => {
    await decideAll(sites, () => own.isOver);
    await decideAll(sites, () => own.isOver, refusals);
  };
  await during((own) => play(sites, one, nameOf, own));
  if (!(await during(finish))) await during(finish);
  await checkSites(sites);
  return true;
}

/** The user's part of a case. `life`: that of the worker, with which the panel's commands end. */
async function play(
  sites: SitesHarness,
  one: Case,
  nameOf: (number: number) => string,
  life: { isOver: boolean },
): Promise<void> {
  await sites.send('Go.');
  if (life.isOver) return;
  for (const early of one.faults.filter(({ isLate }) => !isLate)) {
    spoil(sites, nameOf(early.site), early.kind);
  }
  if (one.isStopped) await sites.h.loop.stop(sites.h.chatId);
  const verdicts = Object.fromEntries(one.rejected.map((number) => [nameOf(number), 'reject' as const]));
  await decideAll(sites, () => life.isOver, verdicts, one.stops);
}

/** Decides what asks, again and again while something does. The decision about a closed page is not accepted. */
async function decideAll(
  sites: SitesHarness,
  isOver: () => boolean,
  ...choice: Parameters<SitesHarness['decide']>
) {
  for (let left = 4; left > 0 && !isOver() && (await sites.asked()).length > 0; left -= 1) {
    await sites.decide(...choice).catch(() => undefined);
  }
}

/** A page with this fault from now on. */
function spoil(sites: SitesHarness, name: string, kind: string): void {
  const page = sites.page(name);
  if (kind === 'changed') page.editByHand(['changed']);
  else if (kind === 'closed') page.close();
  else if (kind === 'key revoked') page.hooks.beforeExecute = refusing('page-key');
  else page.hooks.beforeExecute = refusing('state-refused');
}

/** The fault occurs in the middle of the site's next call. */
function spoilDuringCall(sites: SitesHarness, name: string, kind: string): void {
  const page = sites.page(name);
  page.hooks.beforeExecute = async () => {
    page.hooks.beforeExecute = null;
    if (kind === 'changed') return;
    if (kind === 'closed') page.close();
    await refusing(kind === 'key revoked' ? 'page-key' : 'state-refused')();
  };
}

function refusing(code: 'page-key' | 'state-refused') {
  return async () => {
    throw new StewardError(code, 'The page refuses it.', { remedy: 'Look.' });
  };
}

/** Throws unless each execution was made at most once, and each result agrees with what its page has made. */
async function checkSites({ h, names, page }: SitesHarness): Promise<void> {
  for (const name of names) {
    const executions = await h.db.executions.where('chatId').equals(name).toArray();
    const changes = executions.filter(({ effect }) => effect === 'write' || effect === 'commit');
    const started = changes.filter(({ startedAtMs }) => startedAtMs !== null);
    const made = page(name).log.filter((line) => !line.startsWith('find_note'));
    if (made.length > started.length)
      throw new Error(`${name} made ${made.length} of ${started.length} changes.`);
    const results = (
      await h.db.messages.where('[chatId+position]').between([name, -1], [name, Infinity]).toArray()
    ).flatMap((message) => (message.role === 'tool' ? [message] : []));
    const ids = results.map(({ executionId }) => executionId);
    if (new Set(ids).size !== ids.length) throw new Error(`${name} has two results of one call.`);
    const done = results.filter(
      ({ executionId, result }) => result.success && changes.some(({ id }) => id === executionId),
    );
    if (done.length > made.length)
      throw new Error(`${name} says ${done.length} changes, and made ${made.length}.`);
    const audited = (await h.db.audit.toArray()).filter(
      ({ action, chatId }) => action === 'call' && chatId === name,
    );
    if (audited.length < made.length)
      throw new Error(`The audit has ${audited.length} of ${made.length} changes of ${name}.`);
  }
  const { conversation, run } = await h.record();
  // Without its first site the chat waits, or has failed and can be retried; a site whose page is gone has ten minutes to come back.
  const runs = await Promise.all(names.map(async (name) => (await h.deps.journal.load(name)).run));
  const isPageGone = [run, ...runs].some(
    (one) => one?.status.state === 'waiting-for-agent-coordination' || one?.error?.code === 'page-gone',
  );
  if (isPageGone) return;
  const open = conversation.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  const answered = new Set(
    conversation.flatMap((message) => (message.role === 'tool' ? [message.executionId] : [])),
  );
  const lost = open.filter(({ executionId }) => !answered.has(executionId));
  if (lost.length > 0)
    throw new Error(`${lost.length} calls have no result (${JSON.stringify(run?.status)}).`);
}

function never(): Promise<void> {
  return new Promise(() => undefined);
}
