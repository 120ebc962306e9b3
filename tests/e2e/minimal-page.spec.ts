import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { templateAdapter } from '@/scripts/adapter/templates/definition';
import { conformance } from '@/scripts/adapter/templates/page-protocol/conformance';
import { computedDryRun } from '@/src/adapters/kit/calls';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { AdapterCase } from '@/tests/conformance/adapter-case';
import { bundlePage } from '@/tests/conformance/bundle-page';
import { CHECKS } from '@/tests/conformance/checks/all-checks';
import { problemsOf } from '@/tests/conformance/checks/check';
import { withPages } from '@/tests/conformance/load-subject';
import { test } from './conformance-fixtures';
import { thorough } from './thorough';

/** The minimal page of docs/page-protocol.md, with the page type of the template instead of that of a new adapter. */
function minimalPage(): string {
  const html = /```html\n([\s\S]*?)```/.exec(readFileSync('docs/page-protocol.md', 'utf8'))?.[1];
  if (html === undefined) throw new Error('docs/page-protocol.md has no page.');
  return html.replace("'my-page'", "'template-adapter'");
}

const adapterCase: AdapterCase = {
  ...conformance,
  open: async () => ({
    url: 'https://template.example/switches',
    answer: minimalPage,
    key: null,
    close: async () => {},
  }),
};

/** A page with three switches has no large form. */
const tried = CHECKS.filter(({ rule }) => rule !== 'budget');

test(
  'the minimal page of the page protocol works as printed',
  thorough({ tag: '@adapters' }),
  async ({ kitBrowser }) => {
    const definition = templateAdapter as unknown as AdapterDefinition;
    const script = await bundlePage('tests/conformance/page/template-halves.ts');
    const { subject, closeAll } = withPages(kitBrowser, script, 'page-protocol', {
      definition,
      adapterCase,
      toolRunner: null,
      service: null,
      dryRunner: computedDryRun(definition),
    });
    const problems: string[] = [];
    for (const check of tried) problems.push(...(await problemsOf(check, subject)));
    await closeAll();
    expect(problems).toEqual([]);
  },
);
