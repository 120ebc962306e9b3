import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adapters } from '@/src/adapters';
import { dryRunners, serviceAdapters, toolRunners } from '@/src/adapters/background';
import type { AdapterCase } from './adapter-case';
import { bundlePage } from './bundle-page';
import type { KitBrowser } from './kit-browser';
import { type LivePage, liveCase } from './live-page';
import { type OpenedPage, openPage } from './open-page';
import type { Subject } from './subject';

const REGISTERED = 'tests/conformance/page/registered-halves.ts';

/** A subject, with the pages that its checks opened. */
export interface LoadedSubject {
  subject: Subject;
  closeAll(): Promise<void>;
}

/**
 * A registered adapter, tested against the fixture in its folder, or against a live page. Throws if its folder has no
 * conformance.ts.
 */
export async function loadSubject(
  browser: KitBrowser,
  id: string,
  live: LivePage | null,
): Promise<LoadedSubject> {
  const definition = adapters.find((adapter) => adapter.id === id);
  if (definition === undefined) throw new Error(`There is no adapter ${id} in src/adapters/index.ts.`);
  const file = join('src', 'adapters', id, 'conformance.ts');
  if (!existsSync(file)) throw new Error(`${file} is missing: docs/adapters.md describes it.`);
  const { conformance }: { conformance: AdapterCase } = await import(pathToFileURL(file).href);
  return withPages(browser, await bundlePage(REGISTERED), id, {
    definition,
    adapterCase: live === null ? conformance : liveCase(conformance, live),
    toolRunner: toolRunners.find((runner) => runner.id === id) ?? null,
    dryRunner: dryRunners.find((runner) => runner.id === id) ?? null,
    service: serviceAdapters.find((adapter) => adapter.id === id) ?? null,
  });
}

/** A subject whose pages get the bundled `script`, in which the page half is called `half`. */
export function withPages(
  browser: KitBrowser,
  script: string,
  half: string,
  parts: Omit<Subject, 'open'>,
): LoadedSubject {
  const opened: OpenedPage[] = [];
  return {
    subject: {
      ...parts,
      async open(entries) {
        const page = await openPage(browser, await parts.adapterCase.open(entries), script, half);
        opened.push(page);
        return page;
      },
    },
    async closeAll() {
      for (const page of opened.splice(0)) await page.close();
    },
  };
}
