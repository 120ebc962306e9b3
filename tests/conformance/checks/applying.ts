import { contextWithState } from '@/src/core/adapter/context-with-state';
import { isStewardError } from '@/src/core/errors';
import { canonicalJson, hashJson } from '@/src/core/hash';
import { INJECTED } from '../open-page';
import { createCaller } from '../subject';
import { nth, partsOfChange } from './change-requests';
import type { Check } from './check';
import { show } from './on-new-pages';
import { refusalIn } from './try-calls';

/** Failures that are injected into one change at most. */
const MAX_STEPS = 12;

/** A rollback is an apply of an earlier reading. */
export const applyIdentity: Check = {
  rule: 'apply',
  title: 'applies a state so that reading the page gives the same state, and back again',
  async run(subject) {
    const opened = await subject.open(null);
    const { state: initial, context } = await opened.kit('read');
    const caller = createCaller(subject, opened);
    const problems: string[] = [];
    const states = subject.adapterCase.states(initial, context);
    const all = [initial, ...states, initial].map((state, index) => ({
      state,
      name: index >= 1 && index <= states.length ? `sample state ${index}` : 'the initial state',
    }));
    for (const { state, name } of all) {
      if (contextWithState(subject.definition, context, state) === null)
        problems.push(`${name} can’t be put into a context: give the definition withState`);
      opened.startLog();
      const applied = await caller.applyState(state).catch((error: unknown) => error);
      if (isStewardError(applied)) {
        const refusal = await refusalIn(opened, applied);
        problems.push(`${name} was refused: ${refusal}. Choose a state that the server takes`);
        continue;
      }
      const { stateHash } = applied as Awaited<ReturnType<typeof caller.applyState>>;
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
    const { state: initial, context } = await opened.kit('read');
    const target = subject.adapterCase.states(initial, context).at(-1) ?? initial;
    const caller = createCaller(subject, opened);
    await opened.kit('failAt', null);
    opened.startLog();
    await caller.applyState(target);
    const steps = await opened.kit('steps');
    const isPart = await partsOfChange(subject, opened);
    const requests = opened.log().filter(({ request }) => isPart(request)).length;
    await caller.applyState(initial);
    if (steps + requests === 0)
      return ['applying the last sample state takes no step, so no failure can be tried'];
    const problems: string[] = [];
    const attempt = async (what: string) => {
      const failed = await caller.applyState(target).then(
        () => false,
        () => true,
      );
      // No failure is injected from here on: one that this change didn't reach, since it had fewer steps, would hit the next one.
      await opened.kit('failAt', null);
      opened.answerWith(null);
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
    }
    for (let number = 1; number <= Math.min(requests, MAX_STEPS); number += 1) {
      opened.answerWith(nth(number, isPart, INJECTED));
      await attempt(`request ${number} of ${requests}`);
    }
    return problems;
  },
};

/** A rollback promises only what the page can take by then. */
export const foreseesRefusals: Check = {
  rule: 'takeable',
  title: 'foresees which part of an earlier state its page no longer takes',
  async run(subject) {
    const { definition, adapterCase } = subject;
    const { refuseInitial } = adapterCase;
    if (refuseInitial === undefined) return [];
    if (definition.takeable === undefined)
      return ['the server refuses an earlier state: give the definition takeable'];
    const opened = await subject.open(null);
    const { state: initial, context } = await opened.kit('read');
    const caller = createCaller(subject, opened);
    await caller.applyState(adapterCase.states(initial, context).at(-1) ?? initial);
    await opened.runInPage(refuseInitial);
    const reading = (await caller.read()).context;
    const { state, left } = definition.takeable(definition.restorableState(reading), initial, reading);
    if (canonicalJson(state) === canonicalJson(initial))
      return ['takeable leaves out nothing of the initial state, which the server refuses'];
    opened.startLog();
    const applied = await caller.applyState(state).catch((error: unknown) => error);
    const problems = left.length > 0 ? [] : ['takeable leaves out something, and doesn’t say so in left'];
    if (isStewardError(applied))
      problems.push(`the state of takeable was refused: ${await refusalIn(opened, applied)}`);
    const isTaken = await caller.applyState(initial).then(
      () => true,
      () => false,
    );
    if (isTaken) problems.push('after refuseInitial of conformance.ts, the server takes the initial state');
    return problems;
  },
};
