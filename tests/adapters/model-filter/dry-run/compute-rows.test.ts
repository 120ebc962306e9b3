// @document

import { afterEach, describe, expect, it } from 'vitest';
import { english } from '@/src/core/text/english';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { JsonObject } from '@/src/schema/values/json';
import { gemini, openai } from '../tools/tool-bench';
import { changeOf, createDryRunBench } from './dry-run-bench';

let leave = () => {};
afterEach(() => leave());

const RULES = { ...openai(['*-preview', 'gpt-4'], ['o1*']), ...gemini(['pro']) };

function openBench() {
  const models = {
    openai: ['openai/gpt-4', 'openai/gpt-4o', 'openai/o1', 'openai/o1-preview'],
    gemini: ['gemini/pro', 'gemini/pro-preview'],
  };
  leave();
  const bench = createDryRunBench(document, { models, drafts: RULES });
  leave = bench.page.remove;
  return bench;
}

/** Computes a call; left-out rows are named by their texts. */
async function computeWithout(
  tool: string,
  args: JsonObject,
  texts: string[],
): Promise<CallDryRun | undefined> {
  const { compute } = openBench();
  const rows = (await compute([tool, args])).dryRun.calls[0]?.rows ?? [];
  const ids = rows.filter(({ text }) => texts.includes(english(text))).map(({ id }) => id);
  expect(ids).toHaveLength(texts.length);
  return (await compute([tool, args, ids])).dryRun.calls[0];
}

/** Rows as texts: a sign for the kind, the text, and the note. */
function rowTexts(computed: CallDryRun | undefined): string[] {
  const sign = { added: '+', removed: '-', modified: '~' };
  return (computed?.rows ?? []).map(
    ({ kind, text, note, isLeftOut }) =>
      `${sign[kind]} ${english(text)}${note === null ? '' : ` (${english(note)})`}${isLeftOut ? ' OUT' : ''}`,
  );
}

const merge = { ignore: ['gpt-4o', 'gpt*', 'gpt*', 'a,b', '*-preview'], whitelist: ['o1'], mode: 'merge' };
const replace = { ignore: ['gpt-4', 'x'], whitelist: [], mode: 'replace' };
const apply = {
  rule_sets: [
    { provider: 'gemini', ignore: [], whitelist: ['p*'] },
    { provider: 'openai', ignore: ['gpt-4', '*-preview'], whitelist: ['o1*'] },
  ],
};

describe('the rows of a call', () => {
  it.each<[string, string, JsonObject, string[]]>([
    [
      'what is merged: each given rule, with what becomes of it',
      'import_rules',
      merge,
      [
        '+ ignore rule "gpt-4o" (covered by "gpt*")',
        '+ ignore rule "gpt*" (takes the place of "gpt-4" and "gpt-4o")',
        '+ ignore rule "a,b" (can’t be a rule: it contains a comma; add one rule for each pattern) OUT',
        '+ ignore rule "*-preview" (is there already)',
        '+ whitelist rule "o1" (covered by "o1*")',
      ],
    ],
    [
      'what replaces: each rule that comes or goes',
      'import_rules',
      replace,
      ['- ignore rule "*-preview"', '+ ignore rule "x"', '- whitelist rule "o1*"'],
    ],
    [
      'what is applied: the same by provider, and another order',
      'apply_rules',
      apply,
      ['- gemini: ignore rule "pro"', '+ gemini: whitelist rule "p*"', '~ openai: order of the ignore rules'],
    ],
    ['any other call', 'clear_all_ignore_rules', {}, []],
  ])('are, of %s', async (_, tool, args, rows) => {
    const { compute } = openBench();
    const [computed] = (await compute([tool, args])).dryRun.calls;
    expect(rowTexts(computed)).toEqual(rows);
    expect(changeOf(computed).args).toEqual(args);
  });

  it.each<[string, string, JsonObject, string[], JsonObject]>([
    [
      'a merged rule, which others were covered by',
      'import_rules',
      merge,
      ['ignore rule "gpt*"', 'ignore rule "a,b"'],
      { ignore: ['gpt-4o', 'a,b', '*-preview'], whitelist: ['o1'], mode: 'merge' },
    ],
    [
      'a removal by replacing',
      'import_rules',
      replace,
      ['ignore rule "*-preview"'],
      { ignore: ['*-preview', 'gpt-4', 'x'], whitelist: [], mode: 'replace' },
    ],
    [
      'the changes of one provider',
      'apply_rules',
      apply,
      ['gemini: ignore rule "pro"', 'gemini: whitelist rule "p*"'],
      {
        rule_sets: [
          { provider: 'gemini', ignore: ['pro'], whitelist: [] },
          { provider: 'openai', ignore: ['gpt-4', '*-preview'], whitelist: ['o1*'] },
        ],
      },
    ],
  ])('are left out of the computed arguments: %s', async (_, tool, args, texts, expected) => {
    const computed = await computeWithout(tool, args, texts);
    expect(changeOf(computed).args).toEqual(expected);
    expect(computed?.rows.filter(({ isLeftOut }) => isLeftOut).map(({ text }) => english(text))).toEqual(
      texts,
    );
  });

  it('have notes that take left-out rows into account', async () => {
    const computed = await computeWithout('import_rules', merge, ['ignore rule "gpt*"', 'ignore rule "a,b"']);
    expect(rowTexts(computed)).toEqual([
      '+ ignore rule "gpt-4o"',
      '+ ignore rule "gpt*" (takes the place of "gpt-4" and "gpt-4o") OUT',
      '+ ignore rule "a,b" (can’t be a rule: it contains a comma; add one rule for each pattern) OUT',
      '+ ignore rule "*-preview" (is there already)',
      '+ whitelist rule "o1" (covered by "o1*")',
    ]);
  });

  it.each<[string, JsonObject]>([
    ['import_rules', merge],
    ['import_rules', replace],
    ['apply_rules', apply],
  ])('of %s have no effect if all are left out', async (tool, args) => {
    const { compute } = openBench();
    const rows = (await compute([tool, args])).dryRun.calls[0]?.rows ?? [];
    const { dryRun } = await compute([tool, args, rows.map(({ id }) => id)]);
    expect(dryRun.calls[0]).toMatchObject({ kind: 'failure', result: { error_code: 'nothing_to_change' } });
    // The computed arguments, as a call of their own, have no effect either.
    expect((await compute([tool, dryRun.calls[0]?.args ?? {}])).dryRun.calls).toMatchObject([
      { kind: 'failure' },
    ]);
    expect(dryRun.calls[0]?.rows.every(({ isLeftOut }) => isLeftOut)).toBe(true);
    expect(dryRun.net.summary).toEqual('Nothing changes.');
  });

  it('make a call succeed when its invalid row is left out', async () => {
    const args = { ignore: ['a,b', 'x'], whitelist: ['o1*'], mode: 'replace' };
    const { compute } = openBench();
    const [failing] = (await compute(['import_rules', args])).dryRun.calls;
    expect(failing).toMatchObject({ kind: 'failure', result: { error_code: 'invalid_pattern' } });
    const mended = await computeWithout('import_rules', args, ['ignore rule "a,b"']);
    expect(changeOf(mended).args).toEqual({ ...args, ignore: ['x'] });
  });

  it('are listed once for a provider with two sets, which is refused', async () => {
    const set = { provider: 'gemini', ignore: ['x'], whitelist: [] };
    const [computed] = (await openBench().compute(['apply_rules', { rule_sets: [set, set] }])).dryRun.calls;
    expect(computed).toMatchObject({ kind: 'failure', result: { error_code: 'invalid_rules' } });
    expect(rowTexts(computed)).toEqual(['- gemini: ignore rule "pro"', '+ gemini: ignore rule "x"']);
  });

  it('keep their ids when the rest is edited, relative to the page before the call', async () => {
    const { compute } = openBench();
    const { dryRun } = await compute(
      ['import_rules', replace],
      ['import_rules', { ...replace, ignore: ['y', 'x'] }],
      ['import_rules', { ...replace, ignore: ['x', 'gpt-4'], provider: 'gemini' }],
    );
    const [first, second, third] = dryRun.calls;
    expect(rowTexts(second)).toEqual([
      '- ignore rule "gpt-4"',
      '+ ignore rule "y"',
      '~ order of the ignore rules',
    ]);
    const idOf = (computed: CallDryRun | undefined, text: string) =>
      computed?.rows.find((row) => english(row.text) === text)?.id ?? 'none';
    expect(idOf(third, 'ignore rule "x"')).toBe(idOf(first, 'ignore rule "x"'));
    expect(idOf(first, 'ignore rule "x"')).not.toBe('none');
  });

  it.each<[string, JsonObject, string]>([
    ['import_rules', { ignore: 7, mode: 'merge' }, 'invalid_parameters'],
    ['apply_rules', { rule_sets: [] }, 'invalid_parameters'],
    ['import_rules', { ...replace, provider: 'nobody' }, 'provider_not_found'],
  ])('are empty for invalid arguments of %s', async (tool, args, code) => {
    const { compute, stateHash } = openBench();
    expect((await compute([tool, args])).dryRun.calls).toEqual([
      {
        kind: 'failure',
        executionId: 'e0',
        args,
        rows: [],
        stateHashBefore: await stateHash(),
        savedHashBefore: expect.any(String),
        result: expect.objectContaining({ success: false, error_code: code }),
      },
    ]);
  });
});
