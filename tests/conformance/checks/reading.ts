import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalJson, hashJson } from '@/src/core/hash';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import type { Json } from '@/src/schema/values/json';
import { createCaller, type Subject, samplesOf } from '../subject';
import type { Check } from './check';

const LARGE = 10_000;
const BUDGETS = [1_000, 8_000];
/** Time in which a page has loaded its entries. */
const LOADING_MS = 10_000;
/** A page that is none of any adapter. */
const OTHER_PAGE = '<!doctype html><title>Other</title><p>Nothing here.</p>';

/** `detect` is right about this page and about another one, and names the page in the same way after a reload. */
export const recognizesPage: Check = {
  rule: 'identity',
  title: 'recognizes its page, gives it the same id after a reload, and ignores other pages',
  async run(subject) {
    const opened = await subject.open(null);
    const first = await opened.kit('detect');
    if (first === null) return ['detect resolves with null on the fixture page'];
    await opened.reload();
    const second = await opened.kit('detect');
    await opened.setContent(OTHER_PAGE);
    const other = await opened.kit('detect').catch(() => null);
    return [
      ...(canonicalJson(first) === canonicalJson(second) ? [] : ['the identity differs after a reload']),
      ...(other === null ? [] : ['detect claims a page without any of its elements']),
    ];
  },
};

/** The background computes the state of a context by the definition, the content script by the page half. */
export const hashAgrees: Check = {
  rule: 'hash',
  title: 'computes the same state and hash in its definition and in its page half',
  async run({ definition, open }) {
    const { context, state, stateHash } = await (await open(null)).kit('read');
    const parsed = definition.contextSchema.safeParse(context);
    if (!parsed.success) return [`the context does not fit contextSchema: ${parsed.error.message}`];
    const own = definition.restorableState(parsed.data);
    const fits = definition.stateSchema.safeParse(state);
    return [
      ...(hashJson(own) === stateHash ? [] : [`restorableState gives ${show(own)}, stateOf ${show(state)}`]),
      ...(fits.success && canonicalJson(fits.data) === canonicalJson(state)
        ? []
        : ['the state does not fit stateSchema']),
    ];
  },
};

/** An element that is not there says nothing about its value. */
export const missingElement: Check = {
  rule: 'missing-element',
  title: 'reports a missing element instead of reading it as a value',
  async run({ open }) {
    return (await open(null)).kit('misreadings');
  },
};

/** Reads are repeated freely and need no approval, so they must leave no trace. */
export const readsOnly: Check = {
  rule: 'reads-only',
  title: 'changes nothing when it reads',
  async run(subject) {
    const opened = await subject.open(null);
    const caller = createCaller(subject, opened);
    const before = await caller.read();
    const problems: string[] = [];
    const samples = samplesOf(subject, ['read']);
    for (const sample of [null, ...samples]) {
      const name = sample === null ? 'a reading' : sample.tool.name;
      if (sample !== null) {
        const { result } = await caller.query(sample);
        if (!result.success) problems.push(`${name} failed: ${result.message}`);
      }
      const { events, requests } = await opened.traces();
      if (events.length > 0) problems.push(`${name} caused the events ${events.join(', ')}`);
      if (requests.length > 0) problems.push(`${name} sent ${requests.join(', ')}`);
    }
    const after = await caller.read();
    if (after.stateHash !== before.stateHash) problems.push('the state differs after the reads');
    return problems;
  },
};

/** A name that is a button and leads nowhere, or changes what a checkpoint keeps, is worse than a word. */
export const showsNames: Check = {
  rule: 'shows',
  title: 'shows each part of the page that it offers as a button, and changes nothing by that',
  async run({ definition, open }) {
    const { namedParts, shownBy } = definition;
    if (shownBy === undefined) return [];
    const opened = await open(null);
    const { context, stateHash } = await opened.kit('read');
    const parsed = definition.contextSchema.parse(context);
    const names = Object.values(namedParts ?? {}).flatMap(({ list }) => list(parsed).map(({ name }) => name));
    const texts = new Set(names.flatMap((name) => shownBy(parsed, name) ?? []));
    const problems: string[] = [];
    if (texts.size === 0) problems.push('shownBy knows none of the names in namedParts');
    for (const text of texts) {
      if (!(await opened.kit('show', text))) problems.push(`show finds nothing for “${text}”`);
    }
    const { events } = await opened.traces();
    if (events.length > 0) problems.push(`show caused the events ${events.join(', ')}`);
    if ((await opened.kit('read')).stateHash !== stateHash) problems.push('the state differs after show');
    return problems;
  },
};

/** Changes between two requests reach the model only if they are noticed. */
export const scriptChanges: Check = {
  rule: 'script-changes',
  title: 'notices changes that the page’s own scripts make',
  async run({ adapterCase, open }) {
    const opened = await open(null);
    const { stateHash } = await opened.kit('read');
    await opened.kit('subscribe');
    // A watch that compares needs a first reading.
    await sleep(1_200);
    const before = await opened.kit('notices');
    await opened.runInPage(adapterCase.script);
    const deadline = Date.now() + 5_000;
    while ((await opened.kit('notices')) === before && Date.now() < deadline) await sleep(50);
    const isRead = (await opened.kit('read')).stateHash !== stateHash;
    return [
      ...(isRead ? [] : ['the script of conformance.ts does not change the state']),
      ...((await opened.kit('notices')) > before ? [] : ['subscribe did not call back within 5 s']),
    ];
  },
};

/** A part of the page that looks like the whole leads to wrong answers and to changes of the part alone. */
export const readsWhole: Check = {
  rule: 'complete',
  title: `reads all entries of a page, even ${inWords(LARGE)}`,
  async run(subject) {
    const { count } = await readLarge(subject);
    return count >= LARGE
      ? []
      : [`${inWords(LARGE)} entries were opened, the page half read ${inWords(count)}`];
  },
};

/** The page's state is sent with every request. */
export const contextBudget: Check = {
  rule: 'budget',
  title: `keeps the context within its budget, even with ${inWords(LARGE)} entries`,
  async run(subject) {
    const { definition } = subject;
    const parsed = definition.contextSchema.safeParse((await readLarge(subject)).context);
    if (!parsed.success)
      return [`the large context does not fit contextSchema: ${parsed.error.message}`.slice(0, 400)];
    return BUDGETS.flatMap((budget) => {
      const size = estimateTokens(definition.encodeContext(parsed.data, budget));
      return size <= budget ? [] : [`${size} tokens, with a budget of ${budget}`];
    });
  },
};

/** Reads a page of {@link LARGE} entries. One that can be read may still be loading its entries. */
async function readLarge({ adapterCase, open }: Subject): Promise<{ context: Json; count: number }> {
  const page = await open(LARGE);
  const countOf = adapterCase.countEntries ?? largestCollection;
  const deadline = Date.now() + LOADING_MS;
  for (;;) {
    const { context } = await page.kit('read');
    const count = countOf(context);
    if (count >= LARGE || Date.now() > deadline) return { context, count };
    await sleep(200);
  }
}

/** Size of the largest list or table in a context. */
function largestCollection(context: Json): number {
  if (context === null || typeof context !== 'object') return 0;
  const parts = Object.values(context);
  return parts.reduce<number>((most, part) => Math.max(most, largestCollection(part)), parts.length);
}

function inWords(count: number): string {
  return count.toLocaleString('en-US');
}

/** The model and the user are informed of a change by its differences. */
export const equalDiff: Check = {
  rule: 'diff',
  title: 'finds differences between different states and none between equal ones',
  async run({ definition, adapterCase, open }) {
    const { context, state } = await (await open(null)).kit('read');
    const parsed = definition.contextSchema.parse(context);
    const equal = [
      definition.diffContext(parsed, structuredClone(parsed), 0),
      definition.diffState(state, structuredClone(state)),
    ].flat();
    const missed = adapterCase
      .states(state, context)
      .filter((other) => definition.diffState(state, other).length === 0);
    return [
      ...(equal.length === 0 ? [] : [`equal contexts have the differences ${show(equal as Json)}`]),
      ...missed.map((other) => `diffState finds no difference to ${show(other)}`),
    ];
  },
};

/** A tab may live for days, with the adapter switched off and on. */
export const detaches: Check = {
  rule: 'detach',
  title: 'releases listeners, timers and observers when its subscription ends',
  async run({ open }) {
    const opened = await open(null);
    await opened.kit('detect');
    await opened.kit('subscribe');
    await opened.kit('read');
    await sleep(700);
    await opened.kit('detach');
    await sleep(100);
    return (await opened.kit('leftover')).map((text) => `left behind: ${text}`);
  },
};

function show(value: Json): string {
  return JSON.stringify(value).slice(0, 200);
}
