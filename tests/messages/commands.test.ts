import { describe, expect, it } from 'vitest';
import { MAX_CALLS } from '@/src/core/llm/call-assembler';
import { commandSchema } from '@/src/messages/commands';

const choices = (count: number, leftOut: string[] = []) =>
  Array.from({ length: count }, (_, index) => ({
    executionId: `e${index}`,
    verdict: 'approve',
    args: null,
    leftOut,
  }));
const rows = (count: number) => Array.from({ length: count }, (_, index) => `openai ignore rule-${index}`);

describe('a decision', () => {
  it.each<[string, number, string[], boolean]>([
    ['all calls that a response may hold', MAX_CALLS, [], true],
    ['more calls than a response may hold', MAX_CALLS + 1, [], false],
    ['one call with 50,000 excluded rows', 1, rows(50_000), true],
    ['one call with more', 1, rows(50_001), false],
  ])('on %s → accepted or refused as a whole', (_, count, leftOut, isTaken) => {
    const preview = { type: 'preview-approval', approvalId: 'a', choices: choices(count, leftOut) };
    const decision = {
      ...preview,
      type: 'decide-approval',
      digest: 'd'.repeat(64),
      allowTools: [],
      choices: preview.choices.map((choice) => ({ ...choice, note: '' })),
    };
    expect(commandSchema.safeParse(preview).success).toBe(isTaken);
    expect(commandSchema.safeParse(decision).success).toBe(isTaken);
  });
});
