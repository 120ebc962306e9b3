import { readdirSync } from 'node:fs';
import { expect } from '@playwright/test';
import { CHECKS } from '@/tests/conformance/checks/all-checks';
import { problemsOf } from '@/tests/conformance/checks/check';
import { loadSubject } from '@/tests/conformance/load-subject';
import { test } from './conformance-fixtures';
import { thorough } from './thorough';

const tag = '@adapters';

/** `npm run test:adapter -- <id>` tests one adapter. */
const only = process.env.STEWARD_ADAPTER;
const adapterIds = readdirSync('src/adapters', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && (only === undefined || entry.name === only))
  .map(({ name }) => name);

for (const id of adapterIds) {
  for (const check of CHECKS) {
    const { rule, title } = check;
    // Its fixture is the playground's page, on which most other stories run as well.
    const details = id === 'model-filter' ? thorough({ tag }) : { tag };
    test(`${id} ${title} (${rule})`, details, async ({ plainBrowser }) => {
      const { subject, closeAll } = await loadSubject(plainBrowser, id);
      // A rule that can't apply to the adapter; its conformance.ts states the reason.
      const reason = subject.adapterCase.exempt?.[rule];
      test.skip(reason !== undefined, reason);
      const problems = await problemsOf(check, subject);
      await closeAll();
      expect(problems, `docs/adapters.md explains “${rule}”`).toEqual([]);
    });
  }
}
