import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKS } from '@/tests/conformance/checks/all-checks';
import { problemsOf } from '@/tests/conformance/checks/check';
import { loadSubject } from '@/tests/conformance/load-subject';
import { testedAdapterIds } from '@/tests/conformance/tested-adapter-ids';
import { startFirefox } from '@/tests/drive/start-firefox';
import { expectNothingLeft } from './expect-nothing-left';
import { firefoxTabs } from './firefox-tabs';

let folder = '';
let firefox: Browser | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-firefox-'));
  firefox = await startFirefox(folder, { args: [], prefs: {} });
});

afterAll(async () => {
  await firefox?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  await expectNothingLeft(folder);
});

describe.each(testedAdapterIds())('%s in Firefox @adapters', (id) => {
  test.each(CHECKS)('$title ($rule)', async (check) => {
    if (firefox === null) throw new Error('Firefox did not start.');
    const { subject, closeAll } = await loadSubject(firefoxTabs(firefox), id, null);
    // A rule that can't apply to the adapter; its conformance.ts states the reason.
    if (subject.adapterCase.exempt?.[check.rule] !== undefined) return;
    const problems = await problemsOf(check, subject);
    await closeAll();
    expect(problems, `docs/adapters.md explains “${check.rule}”`).toEqual([]);
  });
});
