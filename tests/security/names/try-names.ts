import '@/tests/world/before-all';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { spellOut } from '@/src/core/text/foreign-text';
import { createCaseReport } from '../case-report';
import { openPath, type ScriptedCall } from '../paths/path-world';
import { type OddName, oddName } from './odd-names';

/** Names that share a run. */
const BATCH_SIZE = 20;

/** The parts under test, replaceable by faulty ones. */
export interface NameParts {
  spellOut(text: string): string;
  addRules(calls: readonly ScriptedCall[]): Promise<string[]>;
}

/**
 * Tries names with characters that make them look like others: the renderer must mark each, and none with an
 * invisible character may become a rule, whichever tool adds it.
 */
export async function tryNames(
  { runs, seed }: SuiteOptions,
  parts: NameParts = { spellOut, addRules },
): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  const names = fc.sample(oddName, { numRuns: runs, seed });
  let added = 0;
  for (let first = 0; first < names.length; first += BATCH_SIZE) {
    const batch = names.slice(first, first + BATCH_SIZE);
    const rules = await parts.addRules([...batch.map(callOf), ['add_ignore_rule', { pattern: 'plain-*' }]]);
    if (!rules.includes('plain-*')) report.addProblems('all cases', ['the plain rule was not added']);
    for (const odd of batch) {
      const isAdded = rules.some((rule) => rule.includes(odd.odd) && odd.isInvisible);
      added += rules.includes(odd.name) ? 1 : 0;
      report.addCase(`${odd.family} ${codePointOf(odd.odd)}`, [
        ...(isMarked(odd, parts.spellOut(odd.name)) ? [] : ['it is shown unmarked']),
        ...(isAdded ? ['it became a rule'] : []),
      ]);
    }
  }
  // A rule with visible characters only may be added.
  if (added === 0 && runs >= BATCH_SIZE) report.addProblems('all cases', ['no visible name became a rule']);
  return report.report();
}

/** A call that would add the name as a rule, by each tool in turn. */
function callOf({ name }: OddName, index: number): ScriptedCall {
  const calls: ScriptedCall[] = [
    ['add_ignore_rule', { pattern: name }],
    ['add_whitelist_rule', { pattern: name }],
    ['import_rules', { ignore: [name], whitelist: [], mode: 'merge' }],
  ];
  return calls[index % calls.length] ?? ['add_ignore_rule', { pattern: name }];
}

/** The page's rules after a model made these calls. */
async function addRules(calls: readonly ScriptedCall[]): Promise<string[]> {
  const world = await openPath(calls);
  try {
    await world.setPolicy({
      permissions: { add_ignore_rule: 'allow', add_whitelist_rule: 'allow', import_rules: 'allow' },
    });
    await world.runTask();
    const sets = Object.values(world.page.fake.state.drafts);
    return sets.flatMap(({ ignore, whitelist }) => [...ignore, ...whitelist]);
  } finally {
    await world.close();
  }
}

function isMarked({ odd }: OddName, shown: string): boolean {
  return !shown.includes(odd) && /\\[a-z]/.test(shown);
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
