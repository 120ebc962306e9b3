import { UserError } from '../user-error.mjs';
import type { BenchRow } from './bench-row';
import { bytesRows } from './bytes/entry-bytes';
import { contentRows } from './content/content-rows';
import { manyChannelsSpeedRows } from './core/many-channels-speed';
import { rollbackSpeedRows } from './core/rollback-speed';
import { severalSitesRows } from './core/several-sites';
import { checkpointSizeRows, contextSizeRows } from './core/sizes';
import { contextSpeedRows, inputSpeedRows } from './core/speeds';
import { costRows } from './cost/cost-rows';
import { memoryRows } from './growth/memory-growth';
import { pageGrowthRows } from './growth/page-growth';
import { filterPageSpeedRows } from './page/filter-page-speed';
import { answerDelayRows } from './panel/answer-delay';
import { openingRows } from './panel/opening-chats';
import { openingPanelRows } from './panel/opening-panel';
import { streamingRows } from './panel/streaming';
import { storeGrowthRows, storeRows } from './store/store-rows';
import { workerRows } from './worker/worker-rows';

/** Rows that a single name selects. */
export interface BenchSuite {
  name: string;
  /** Preparation that the suite needs: nothing, a browser, or also the builds of extension and playground. */
  needs: 'nothing' | 'browser' | 'playground';
  /** Rows that are measured together, by name; run one after the other. */
  parts: Readonly<Record<string, () => BenchRow[] | Promise<BenchRow[]>>>;
}

/** The suites in execution order. */
export const SUITES: readonly BenchSuite[] = [
  { name: 'bytes', needs: 'nothing', parts: { entries: bytesRows } },
  {
    name: 'core',
    needs: 'nothing',
    parts: {
      contexts: contextSpeedRows,
      input: inputSpeedRows,
      channels: manyChannelsSpeedRows,
      'context-sizes': contextSizeRows,
      sites: severalSitesRows,
      rollback: rollbackSpeedRows,
      'checkpoint-sizes': checkpointSizeRows,
    },
  },
  { name: 'cost', needs: 'nothing', parts: { tasks: costRows } },
  { name: 'page', needs: 'playground', parts: { 'filter-page': filterPageSpeedRows } },
  {
    name: 'panel',
    needs: 'playground',
    parts: { streaming: streamingRows, chats: openingRows, delays: answerDelayRows },
  },
  {
    name: 'wire',
    needs: 'playground',
    // Loaded late, since its modules replace the database of the process.
    parts: { call: async () => (await import('./wire/wire-rows')).wireRows() },
  },
  { name: 'worker', needs: 'playground', parts: { start: workerRows } },
  { name: 'content', needs: 'playground', parts: { script: contentRows } },
  { name: 'opening', needs: 'playground', parts: { panel: openingPanelRows } },
  {
    name: 'store',
    needs: 'browser',
    parts: { chats: () => storeRows('chats'), messages: () => storeRows('messages') },
  },
  {
    name: 'growth',
    needs: 'playground',
    parts: { page: pageGrowthRows, store: storeGrowthRows, memory: memoryRows },
  },
];

/** The names that `--only` takes: of suites, and of their parts. */
export const SUITE_NAMES: readonly string[] = SUITES.map(({ name, parts }) => {
  const names = Object.keys(parts);
  return names.length === 1 ? name : `${name} (${names.map((part) => `${name}/${part}`).join(', ')})`;
});

/** The suites that `--only` names, each with the chosen parts; all without `--only`. Throws {@link UserError} for an unknown name. */
export function chosenSuites(only: readonly string[] | undefined, all: readonly BenchSuite[]): BenchSuite[] {
  if (only === undefined) return [...all];
  const isKnown = (wanted: string) =>
    all.some(({ name, parts }) => namesOf(name, Object.keys(parts)).includes(wanted));
  const unknown = only.filter((wanted) => !isKnown(wanted));
  if (unknown.length > 0) {
    throw new UserError(`There is no suite ${unknown.join(', ')}. There is: ${SUITE_NAMES.join(', ')}.`);
  }
  return all.flatMap((suite) => {
    const parts = Object.entries(suite.parts).filter(([part]) =>
      [suite.name, `${suite.name}/${part}`].some((name) => only.includes(name)),
    );
    return parts.length === 0 ? [] : [{ ...suite, parts: Object.fromEntries(parts) }];
  });
}

function namesOf(suite: string, parts: readonly string[]): string[] {
  return [suite, ...parts.map((part) => `${suite}/${part}`)];
}
