import { expect } from '@playwright/test';
import { templateAdapter } from '@/scripts/adapter/templates/definition';
import { conformance as domCase } from '@/scripts/adapter/templates/dom/conformance';
import { conformance as formCase } from '@/scripts/adapter/templates/form/conformance';
import { conformance as protocolCase } from '@/scripts/adapter/templates/page-protocol/conformance';
import { conformance as restCase } from '@/scripts/adapter/templates/rest/conformance';
import { conformance as ruleListCase } from '@/scripts/adapter/templates/rule-list/conformance';
import { templateAdapter as ruleListAdapter } from '@/scripts/adapter/templates/rule-list/definition';
import { templateAdapterCalls, templateAdapterService } from '@/scripts/adapter/templates/rule-list/service';
import { computedDryRun } from '@/src/adapters/kit/calls';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { applyBreak, BROKEN_ADAPTERS, type TestedTemplate } from '@/tests/conformance/broken/broken-adapters';
import { withBusyPage } from '@/tests/conformance/broken/busy-page';
import { limitsAdapter } from '@/tests/conformance/broken/limits-adapter';
import { limitsCase } from '@/tests/conformance/broken/limits-case';
import { bundlePage } from '@/tests/conformance/bundle-page';
import { CHECKS, LIVE_CHECKS } from '@/tests/conformance/checks/all-checks';
import { CHECK_LIMIT_MS, problemsOf } from '@/tests/conformance/checks/check';
import type { KitBrowser } from '@/tests/conformance/kit-browser';
import { loadSubject, withPages } from '@/tests/conformance/load-subject';
import type { Subject } from '@/tests/conformance/subject';
import { withFilterPlayground } from '@/tests/fakes/filter-playground';
import { test } from './conformance-fixtures';
import { thorough } from './thorough';

const HALVES = 'tests/conformance/page/template-halves.ts';
const tag = '@adapters';

const definition = templateAdapter as unknown as AdapterDefinition;

/** The parts of a subject that a small adapter has. */
const small = ({ definition, adapterCase, service }: TestedTemplate): Omit<Subject, 'open'> => ({
  definition,
  adapterCase,
  toolRunner: null,
  dryRunner: computedDryRun(definition),
  service: service ?? null,
});

/** Adapters without a defect, with their parts: the kinds of templates, and the adapter that the defects of servers are tried on. */
const TEMPLATES: readonly [kind: string, parts: Omit<Subject, 'open'>][] = [
  ...Object.entries({ dom: domCase, rest: restCase, 'page-protocol': protocolCase }).map(
    ([kind, adapterCase]): [string, Omit<Subject, 'open'>] => [kind, small({ definition, adapterCase })],
  ),
  ['form', small({ definition: { ...definition, isOutdatedByChanges: true }, adapterCase: formCase })],
  ['limits', small({ definition: limitsAdapter, adapterCase: limitsCase })],
  [
    'rule-list',
    {
      definition: ruleListAdapter as unknown as AdapterDefinition,
      adapterCase: ruleListCase,
      toolRunner: templateAdapterCalls.tools,
      dryRunner: templateAdapterCalls.dryRun,
      service: templateAdapterService,
    },
  ],
];

/** The problems that the check of this rule finds. `half`: the name of the page half. */
async function findProblems(
  browser: KitBrowser,
  parts: Omit<Subject, 'open'>,
  rule: string,
  half: string,
): Promise<string[]> {
  test.setTimeout(2 * CHECK_LIMIT_MS);
  const { subject, closeAll } = withPages(browser, await bundlePage(HALVES), half, parts);
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

for (const [kind, parts] of TEMPLATES) {
  for (const { rule } of CHECKS) {
    test(
      `the kit finds nothing in the adapter ${kind} (${rule})`,
      thorough({ tag }),
      async ({ kitBrowser }) => {
        expect(await findProblems(kitBrowser, parts, rule, kind)).toEqual([]);
      },
    );
  }
}

for (const [kind, parts] of TEMPLATES) {
  for (const rule of ['reads-only', 'refused-write', 'atomic']) {
    test(
      `the kit leaves the requests of a busy page out of account in the adapter ${kind} (${rule})`,
      thorough({ tag }),
      async ({ kitBrowser }) => {
        const { adapterCase } = parts;
        const busy = { ...parts, adapterCase: { ...adapterCase, open: withBusyPage(adapterCase.open) } };
        expect(await findProblems(kitBrowser, busy, rule, kind)).toEqual([]);
      },
    );
  }
}

for (const broken of BROKEN_ADAPTERS) {
  const { name, half, rule, finds } = broken;
  test(`the kit finds ${name} (${rule})`, thorough({ tag }), async ({ kitBrowser }) => {
    const parts = small(applyBreak(broken));
    const dryRunner = name === 'no dry run' ? null : parts.dryRunner;
    const problems = await findProblems(kitBrowser, { ...parts, dryRunner }, rule, half);
    expect(problems).toContainEqual(expect.stringContaining(finds));
  });
}

test(
  'the kit tries an adapter on a live page by reading it only',
  thorough({ tag }),
  async ({ kitBrowser }) => {
    await withFilterPlayground({ envText: '', models: 40 }, async ({ url }) => {
      const live = { url, key: null, storageState: null };
      for (const check of LIVE_CHECKS) {
        const { subject, closeAll } = await loadSubject(kitBrowser, 'model-filter', live);
        const problems = await problemsOf(check, subject);
        await closeAll();
        expect(problems, check.rule).toEqual([]);
      }
    });
  },
);
