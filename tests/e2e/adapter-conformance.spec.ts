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
 * Adapters that `npm test` leaves to the thorough runs: most other stories run on the page of the first, and the others reach
 * an API with a key, as open-webui does.
 */
const OTHERS = ['model-filter', 'cli-proxy-api', 'llm-api-key-proxy'];

/**
 * Rules of the other adapters that `npm test` leaves to the thorough runs as well: they need no browser, and the unit tests in
 * tests/adapters/<id> cover them. any-page changes nothing, so `writes-as-said` has no call to try there.
 */
const COVERED: Readonly<Record<string, readonly string[]>> = {
  'any-page': [
    'budget',
    'complete',
    'diff',
    'follows',
    'reasons',
    'refused-early',
    'takeable',
    'writes-as-said',
  ],
  'new-api': ['complete', 'refused-early'],
  'open-webui': [
    'apply',
    'atomic',
    'budget',
    'complete',
    'diff',
    'follows',
    'live',
    'reasons',
    'refused-early',
    'refused-write',
    'takeable',
    'verdicts',
    'writes-as-said',
  ],
};

const live = livePageOf(process.env);

for (const id of testedAdapterIds()) {
  for (const check of live === null ? CHECKS : LIVE_CHECKS) {
    const { rule, title } = check;
    const isThorough = OTHERS.includes(id) || COVERED[id]?.includes(rule);
    const details = isThorough ? thorough({ tag }) : { tag };
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
