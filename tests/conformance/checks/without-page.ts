import { hashJson } from '@/src/core/hash';
import { createHalfHost } from '@/src/page-host/half-host';
import type { Json } from '@/src/schema/values/json';
import { serviceHalfAt } from '@/tests/fakes/service-half';
import type { FixtureSite } from '../adapter-case';
import { answerFrom } from '../answer-from';
import { callsOf, createCaller, type PageUnderTest, type Subject } from '../subject';
import type { Check } from './check';
import { delivered, show } from './on-new-pages';

/** In a chat about several sites the background reads and changes a page that no tab shows. */
export const needsNoPage: Check = {
  rule: 'without-page',
  title: 'reads and changes its state without a page, if its state half runs in the background',
  run: async (subject) => [
    ...(await onSite(subject, applyingProblems)),
    ...(await onSite(subject, callProblems)),
  ],
};

type Caller = ReturnType<typeof createCaller>;

/** Runs the state half in this process, which has no document, and tries it; `answers` are its site's. */
async function onSite(
  subject: Subject,
  tryIt: (subject: Subject, caller: Caller) => Promise<string[]>,
): Promise<string[]> {
  const { service, adapterCase } = subject;
  if (service === null) return [];
  const site = await adapterCase.open(null);
  try {
    if (site.key === null) return ['the fixture has no key of its API: return key from open'];
    const { origin } = new URL(site.url);
    const half = serviceHalfAt(service, origin, site.key, fetchOf(site));
    const host = createHalfHost({
      halfOf: async () => half,
      hash: hashJson,
      now: Date.now,
      report: () => undefined,
      runOwnAction: (work) => work(),
    });
    // The page port sends no other call to it.
    const kit = (_name: string, request: unknown) => host.answer(request as never);
    return await tryIt(subject, createCaller(subject, { origin, kit } as PageUnderTest));
  } finally {
    await site.close();
  }
}

/** Applies the first sample state, and goes back. */
async function applyingProblems({ adapterCase, definition }: Subject, caller: Caller): Promise<string[]> {
  const { context } = await caller.read();
  const initial = definition.restorableState(context);
  const problems: string[] = [];
  for (const state of [...adapterCase.states(initial, context).slice(0, 1), initial]) {
    await caller.applyState(state);
    const read = definition.restorableState((await caller.read()).context);
    if (hashJson(read) !== hashJson(state)) problems.push(`${show(state)} is applied, ${show(read)} is read`);
  }
  return problems;
}

/** Makes each sample call, one after the other; a change is taken back. */
async function callProblems({ adapterCase, definition }: Subject, caller: Caller): Promise<string[]> {
  const initial: Json = definition.restorableState((await caller.read()).context);
  const problems: string[] = [];
  for (const sample of callsOf(definition, adapterCase.calls)) {
    const { name, effect } = sample.tool;
    if (effect === 'read') {
      const { result } = await caller.query(sample);
      if (!result.success) problems.push(`${name} failed: ${result.message}`);
    } else if (effect === 'write') {
      const { outcome, verdict } = await caller.write(sample, delivered);
      if (outcome?.result.success !== true || verdict !== 'applied')
        problems.push(`${name} gave ${show(outcome?.result)}, and is ${verdict}`);
      await caller.applyState(initial);
    }
  }
  return problems;
}

/** Sends requests to a fixture's site: to its real server, or to the function that answers them. */
function fetchOf({ answer }: FixtureSite): typeof fetch {
  if (answer === null) return fetch;
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const { status, body, headers } = answerFrom(answer, {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: request.body === null ? null : await request.text(),
    });
    return new Response(body, { status, headers });
  };
}
