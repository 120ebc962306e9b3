import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ROOT } from '@/scripts/set-up.mjs';
import { differences, readRows } from '@/tests/chaos/back-up';
import { KILLED_AT_EDGES } from '@/tests/chaos/cause-fault';
import { changedChannels, withChannelStage } from '@/tests/chaos/channels/channel-stage';
import { checkChannelRound } from '@/tests/chaos/channels/check-channel-round';
import {
  chooseChannelRound,
  playChannelRound,
  readChannelFaults,
} from '@/tests/chaos/channels/play-channel-round';
import { playChannelRounds } from '@/tests/chaos/channels/play-channel-rounds';
import { type ChaosStage, withChaosStage } from '@/tests/chaos/chaos-stage';
import { checkRound } from '@/tests/chaos/check-round';
import { readFaultMatrix } from '@/tests/chaos/fault-matrix';
import { type PlayedRound, playRound } from '@/tests/chaos/play-round';
import { isTooLittle, noTotals, playRounds, summary } from '@/tests/chaos/play-rounds';
import type { SettlingStage } from '@/tests/chaos/settle';
import { checkSitesRound } from '@/tests/chaos/sites/check-sites-round';
import { chooseSitesRound, playSitesRound } from '@/tests/chaos/sites/play-sites-round';
import { playSitesRounds } from '@/tests/chaos/sites/play-sites-rounds';
import { withSitesStage } from '@/tests/chaos/sites/sites-stage';
import { test } from './chaos-stage';
import { thorough } from './thorough';

const tag = '@recovery';

/** Traces that a defect of Steward leaves after a round, and the violation that the checks report for it. */
interface PlantedDefect {
  title: string;
  violation: RegExp;
  /** Resolves with the way to repair it. */
  plant(stage: ChaosStage, played: PlayedRound): Promise<() => Promise<unknown>>;
}

const DEFECTS: readonly PlantedDefect[] = [
  {
    title: 'a call that the page received twice',
    violation: /A change added 0 rules/,
    async plant({ pageLog }) {
      const at = pageLog.steps.findLastIndex(({ kind }) => kind === 'apply');
      const step = pageLog.steps[at];
      if (step === undefined) throw new Error('The page was not changed.');
      pageLog.steps.splice(at + 1, 0, { ...step, id: 'again' });
      return async () => pageLog.steps.splice(at + 1, 1);
    },
  },
  {
    title: 'a message that is lost',
    violation: /The user’s message is neither in the chat nor in the message field/,
    plant: (stage, { task }) =>
      takeRows(stage, 'messages', ({ role, content }) => role === 'user' && content === task.message),
  },
  {
    title: 'a call whose result is lost',
    violation: /The call for .* has no result/,
    plant: (stage, { task }) =>
      takeRows(
        stage,
        'messages',
        (row) => row.role === 'tool' && JSON.stringify(row).includes(task.rules[0] ?? ''),
      ),
  },
  {
    title: 'an image that was deleted too early',
    violation: /The image .* is not stored/,
    plant: (stage) => takeRows(stage, 'chatImages', () => true),
  },
  {
    title: 'a lock that is left on the page',
    violation: /The page stays locked/,
    async plant({ filterPage: { page } }) {
      await page.evaluate(() => document.body.append(document.createElement('steward-lock')));
      return () => page.evaluate(() => document.querySelector('steward-lock')?.remove());
    },
  },
];

test('the checks of a round find each planted defect', thorough({ tag }), async ({ stage }) => {
  const round = { number: 1, kind: 'worker-killed', moment: 'within a batch of writes' } as const;
  const choices = { isPanelClosed: false, rules: 3, change: 2, edges: [], hasImage: true, extra: null };
  const played = await playRound(stage, { ...round, ...choices });
  const violations = async () => (await checkRound(stage, played, ['succeeded'])).violations;
  expect(await violations()).toEqual([]);
  for (const { title, violation, plant } of DEFECTS) {
    const repair = await plant(stage, played);
    expect(await violations(), title).toContainEqual(expect.stringMatching(violation));
    await repair();
  }
  expect(await violations()).toEqual([]);

  const before = await readRows(stage);
  const repair = await takeRows(stage, 'messages', (_, index) => index % 2 === 0);
  expect(differences(before, await readRows(stage))).toEqual([
    expect.stringMatching(/The restored backup lacks \d+ rows of messages/),
  ]);
  await repair();
});

// `npm test` plays a round of it by `npm run chaos`: tests/commands.
test(
  'nothing is lost in rounds with a fixed seed, and a backup of them is restored as it was',
  thorough({ tag }),
  async ({ product }) => {
    const cells = readFaultMatrix(readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8'));
    const kinds = ['worker-killed', 'page-reloaded', KILLED_AT_EDGES];
    const options = { rounds: 4, seed: 20, kinds, browser: product.name };
    const totals = noTotals();
    // On a stage of its own: the restored backup has no keys, which other rounds need.
    await withChaosStage(product, (stage) => playRounds(stage, options, cells, totals, () => undefined));
    process.stdout.write(`${summary(options, totals)}\n`);
    expect(totals.violations).toEqual([]);
    expect(isTooLittle(totals)).toBe(false);
  },
);

test(
  'nothing is lost in rounds beside a page with many channels, by either way',
  thorough({ tag }),
  async ({ product }) => {
    const cells = readChannelFaults(readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8'));
    const kinds = ['worker-killed', 'page-reloaded', 'other-admin', 'session-ended'];
    const totals = noTotals();
    const options = { rounds: 6, seed: 3, kinds, browser: product.name };
    test.setTimeout(400_000);
    await playChannelRounds(product, options, cells, totals, () => undefined);
    process.stdout.write(`${summary(options, totals)}\n`);
    expect(totals.violations).toEqual([]);
  },
);

test(
  'the checks of a round beside many channels find each planted defect',
  thorough({ tag }),
  async ({ product }) => {
    await withChannelStage(product, 'the page’s session', async (stage) => {
      const { round } = chooseChannelRound(2, [
        { kind: 'panel-closed', moment: 'within a change', ends: ['succeeded'] },
      ]);
      const played = await playChannelRound(stage, round);
      const [first] = changedChannels(stage);
      const before = played.before.find(({ id }) => id === first?.id);
      stage.double.channels = stage.double.channels.map((one) => (one.id === before?.id ? before : one));
      const planted = { ...played, writes: [...played.writes, ...played.writes.slice(0, 1)] };
      const { violations } = await checkChannelRound(stage, planted, ['succeeded']);
      for (const violation of [
        /the server got 2 times channel/,
        /39 of 40 channels are changed, and the record says all/,
      ]) {
        expect(violations).toContainEqual(expect.stringMatching(violation));
      }
    });
  },
);

test('nothing is lost in rounds of a chat about several sites', thorough({ tag }), async ({ product }) => {
  const kinds = ['worker-killed', 'page-reloaded', 'other-admin'];
  const totals = noTotals();
  const options = { rounds: 3, seed: 2, kinds, browser: product.name };
  await playSitesRounds(product, options, totals, () => undefined);
  process.stdout.write(`${summary(options, totals)}\n`);
  expect(totals.violations).toEqual([]);
});

test(
  'the checks of a round of several sites find each planted defect',
  thorough({ tag }),
  async ({ product }) => {
    await withSitesStage(product, async (stage) => {
      const round = { ...chooseSitesRound(1, ['panel-closed']), saves: true, faults: [] };
      const played = await playSitesRound(stage, round);
      const violations = async () => (await checkSitesRound(stage, played)).violations;
      expect(await violations()).toEqual([]);
      const { steps } = stage.pageLog;
      const saved = steps.findIndex(({ kind }) => kind === 'save');
      const [step] = steps.splice(saved, 1);
      expect(await violations()).toContainEqual(
        expect.stringMatching(/did it 0 times, and the record says done/),
      );
      if (step === undefined) throw new Error('Nothing was saved.');
      steps.splice(saved, 0, step, { ...step, id: 'again' });
      expect(await violations()).toContainEqual(expect.stringMatching(/the page was asked 2 times/));
      steps.splice(saved, 1);
      const ofRound = (row: Record<string, unknown>) => !played.known.has(row.id);
      for (const { table, isTaken, violation } of [
        {
          table: 'messages',
          isTaken: (row: Record<string, unknown>) => row.role === 'tool' && ofRound(row),
          violation: /A call of .* has 0 results/,
        },
        {
          table: 'audit',
          isTaken: ({ action }: Record<string, unknown>) => action === 'call',
          violation: /The audit has .* 0 times/,
        },
      ]) {
        const repair = await takeRows(stage, table, isTaken);
        expect(await violations()).toContainEqual(expect.stringMatching(violation));
        await repair();
      }
    });
  },
);

/** Removes rows of a table. Resolves with a function that adds them again. */
async function takeRows(
  stage: SettlingStage,
  table: string,
  isTaken: (row: Record<string, unknown>, index: number) => boolean,
): Promise<() => Promise<void>> {
  const { page } = stage.panel();
  const all = await stage.rows(table);
  const taken = all.filter(isTaken);
  if (taken.length === 0) throw new Error(`There is no such row in ${table}.`);
  await replaceRows(
    page,
    table,
    all.filter((row) => !taken.includes(row)),
  );
  return () => replaceRows(page, table, all);
}

/** Replaces all rows of a table, without the product’s code. */
function replaceRows(page: Page, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  return page.evaluate(
    ([name, kept]) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('steward');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(name, 'readwrite');
          const store = transaction.objectStore(name);
          store.clear();
          for (const row of kept) store.add(row);
          transaction.onabort = () => reject(transaction.error);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [table, rows] as const,
  );
}
