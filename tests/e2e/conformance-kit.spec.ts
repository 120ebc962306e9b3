import { expect } from '@playwright/test';
import type { Browser } from 'playwright';
import { conformance } from '@/scripts/adapter/templates/dom/conformance';
import { plannedDryRun } from '@/src/adapters/planned-dry-run';
import {
  BROKEN_ADAPTERS,
  type BrokenAdapter,
  brokenDefinition,
} from '@/tests/conformance/broken/broken-adapters';
import { bundlePage } from '@/tests/conformance/bundle-page';
import { CHECKS } from '@/tests/conformance/checks/all-checks';
import { problemsOf } from '@/tests/conformance/checks/check';
import { withPages } from '@/tests/conformance/load-subject';
import { test } from './conformance-fixtures';

const HALVES = 'tests/conformance/page/template-halves.ts';
const tag = '@adapters';

/** The problems that the check of the adapter's rule finds in it. */
async function findProblems(browser: Browser, adapter: BrokenAdapter): Promise<string[]> {
  const { name, rule, adapterCase } = adapter;
  const definition = brokenDefinition(adapter);
  const { subject, closeAll } = withPages(browser, await bundlePage(HALVES), name, {
    definition,
    adapterCase: { ...conformance, ...adapterCase },
    toolRunner: null,
    dryRunner: name === 'no plan' ? null : plannedDryRun(definition),
  });
  const check = CHECKS.find((each) => each.rule === rule);
  if (check === undefined) throw new Error(`The kit has no rule ${rule}.`);
  const problems = await problemsOf(check, subject);
  await closeAll();
  return problems;
}

test('the kit has an adapter that breaks each of its rules', { tag }, () => {
  const rules = CHECKS.map(({ rule }) => rule);
  expect([...new Set(BROKEN_ADAPTERS.map(({ rule }) => rule))].sort()).toEqual([...rules].sort());
});

for (const { rule } of CHECKS) {
  test(`the kit finds nothing in the intact adapter (${rule})`, { tag }, async ({ plainBrowser }) => {
    expect(await findProblems(plainBrowser, { name: 'intact', rule })).toEqual([]);
  });
}

for (const broken of BROKEN_ADAPTERS) {
  test(`the kit finds ${broken.name} (${broken.rule})`, { tag }, async ({ plainBrowser }) => {
    expect(await findProblems(plainBrowser, broken)).not.toEqual([]);
  });
}
