import { expect } from '@playwright/test';
import { CHECKS, LIVE_CHECKS } from '@/tests/conformance/checks/all-checks';
import { CHECK_LIMIT_MS, NotTried, problemsOf } from '@/tests/conformance/checks/check';
import { livePageOf } from '@/tests/conformance/live-page';
import { loadSubject } from '@/tests/conformance/load-subject';
import { testedAdapterIds } from '@/tests/conformance/tested-adapter-ids';
import { test } from './conformance-fixtures';
import { thorough } from './thorough';

const tag = '@adapters';

/**
 * The rules that `npm test` tries with these adapters; their others are left to the thorough runs. Each rule runs with the adapter with
 * which it takes the least time: most other stories run on the page of model-filter, and cli-proxy-api and llm-api-key-proxy reach an API with a
 * key, as open-webui does. With an adapter that isn't listed, `npm test` tries all rules.
 */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  'any-page': ['hash', 'reads-only', 'shows', 'detach'],
  'new-api': [
    ...['identity', 'hash', 'missing-element', 'reads-only', 'signed-out', 'apply', 'atomic', 'takeable'],
    ...[
      'writes-as-said',
      'without-page',
      'refused-write',
      'reasons',
      'verdicts',
      'live',
      'script-changes',
      'diff',
      'detach',
    ],
  ],
  'open-webui': ['declarations', 'complete', 'served', 'without-page', 'follows', 'budget', 'texts'],
  ...{ 'model-filter': [], 'cli-proxy-api': [], 'llm-api-key-proxy': [] },
};

/** The rule that unit tests cover: they compute the refused calls of each adapter. */
const IN_UNIT_TESTS = 'refused-early';

test('npm test tries each rule of the kit on an adapter', { tag }, () => {
  const tried = [...new Set(Object.values(USUAL).flat()), IN_UNIT_TESTS];
  expect(tried.sort()).toEqual(CHECKS.map(({ rule }) => rule).sort());
});

const live = livePageOf(process.env);

for (const id of testedAdapterIds()) {
  for (const check of live === null ? CHECKS : LIVE_CHECKS) {
    const { rule, title } = check;
    const details = USUAL[id]?.includes(rule) === false ? thorough({ tag }) : { tag };
    test(`${id} ${title} (${rule})`, details, async ({ kitBrowser }) => {
      test.setTimeout(2 * CHECK_LIMIT_MS);
      const { subject, closeAll } = await loadSubject(kitBrowser, id, live);
      // A rule that can't apply to the adapter; its conformance.ts states the reason.
      const reason = subject.adapterCase.exempt?.[rule];
      test.skip(reason !== undefined, reason);
      const problems = await problemsOf(check, subject).catch((error: unknown) => {
        if (!(error instanceof NotTried)) throw error;
        return error;
      });
      await closeAll();
      test.skip(problems instanceof NotTried, String(problems));
      expect(problems, `docs/adapters.md explains “${rule}”`).toEqual([]);
    });
  }
}
