import '@/tests/world/before-all';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import { anyState } from '@/tests/fuzz/json-arbitrary';
import { createCaseReport } from '../case-report';
import { TOKEN_ATTACKS } from './token-attacks';
import { createTokenRig, type TokenParts, type WantedChange } from './token-rig';

const wantedChange: fc.Arbitrary<WantedChange> = fc.record({
  kind: fc.constantFrom('execute', 'apply-state'),
  executionId: fc.uuid(),
  tool: fc.constantFrom('save_changes', 'clear_all_ignore_rules', 'add_note', '__proto__'),
  body: fc.record({ state: anyState }),
});

/**
 * Tries every attack of the table on random changes, each with its own issuer and page link: no change may
 * reach the page unless a token was issued for exactly that change, and then only once. Each case also proves
 * that the right token is accepted.
 */
export async function tryTokens(
  { runs, seed }: SuiteOptions,
  parts: TokenParts = { createTokens: createWriteTokens },
): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  const changes = fc.sample(wantedChange, { numRuns: runs, seed });
  for (const [index, change] of changes.entries()) {
    const attack = TOKEN_ATTACKS[index % TOKEN_ATTACKS.length];
    if (attack === undefined) break;
    const problems: string[] = [];
    const control = createTokenRig(parts);
    const code = await control.attempt(change, control.issuer.issue(control.factsOf(change), 'policy'));
    if (code !== null || control.reached() !== 1) problems.push(`the right token was refused: ${code}`);

    const rig = createTokenRig(parts);
    for (const code of await attack.attempt(rig, change)) {
      if (code === null) problems.push('the change reached the page');
      else if (code !== 'write-refused') problems.push(`it ended with “${code}” in place of a refusal`);
    }
    report.addCase(`${attack.name} (${change.kind})`, problems);
  }
  return report.report();
}
