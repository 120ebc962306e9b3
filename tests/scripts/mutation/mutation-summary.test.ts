import { describe, expect, it } from 'vitest';
import { mutationSummary, mutationText } from '@/scripts/mutation/mutation-summary.mjs';

function mutant(status: string, line = 1) {
  return {
    mutatorName: 'StringLiteral',
    status,
    replacement: '"a\n  b"',
    location: { start: { line, column: 2 } },
  };
}

const report = {
  files: {
    'src/core/loop/run.ts': { mutants: [mutant('Killed'), mutant('Timeout'), mutant('Survived', 7)] },
    'src/core/loop/deep/step.ts': { mutants: [mutant('Killed')] },
    'src/core/tools/call-key.ts': {
      mutants: [mutant('NoCoverage'), mutant('Ignored'), mutant('CompileError')],
    },
    'src/core/hash.ts': { mutants: [mutant('Ignored')] },
  },
};

describe('the summary of a mutation run', () => {
  it('counts detected and undetected mutants by folder, without excluded ones', () => {
    const summary = mutationSummary(report);
    expect(summary.rooms).toEqual([
      { name: 'loop', found: 3, missed: 1 },
      { name: 'tools', found: 0, missed: 1 },
    ]);
    expect(summary.survivors.map(({ path }) => path)).toEqual([
      'src/core/loop/run.ts',
      'src/core/tools/call-key.ts',
    ]);
  });

  it('lists undetected mutants with their positions, then the scores', () => {
    expect(mutationText(mutationSummary(report)).split('\n')).toEqual([
      'src/core/loop/run.ts:7:2 StringLiteral survived: "a b"',
      'src/core/tools/call-key.ts:1:2 StringLiteral no test reaches it: "a b"',
      '',
      'loop: 75.0 % (3 of 4 found)',
      'tools: 0.0 % (0 of 1 found)',
      'all: 60.0 % (3 of 5 found)',
    ]);
  });

  it('has no score without mutants', () => {
    expect(mutationText(mutationSummary({ files: {} }))).toBe('all: no mutants (0 of 0 found)');
  });
});
