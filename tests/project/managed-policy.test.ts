import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { policySchema } from '@/scripts/policy-schema';
import { POLICY_ENTRIES, readPolicy } from '@/src/schema/managed-policy';

describe('the policy of an organisation', () => {
  // After a change of an entry or a setting: npx vitest run tests/project/managed-policy.test.ts -u
  it('has the schema that the browser reads', async () => {
    await expect(`${JSON.stringify(policySchema(), null, 2)}\n`).toMatchFileSnapshot(
      '../../public/policy-schema.json',
    );
  });

  const document = readFileSync('docs/policy.md', 'utf8');

  it('has each entry in its document', () => {
    const listed = [...document.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(listed).toEqual(Object.keys(POLICY_ENTRIES));
  });

  it('has examples in its document that can be used', () => {
    const examples = [...document.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) =>
      JSON.parse(text ?? ''),
    );
    const policies = examples.flatMap((example) => policiesIn(example));
    expect(policies.length).toBeGreaterThan(2);
    for (const policy of policies) expect(readPolicy(policy).invalid).toEqual([]);
  });
});

/** The policies for Steward in a browser's policy file, by the extension's id. */
function policiesIn(example: unknown): Record<string, unknown>[] {
  if (typeof example !== 'object' || example === null) return [];
  if ('mostPermission' in example) return [example as Record<string, unknown>];
  return Object.values(example).flatMap(policiesIn);
}
