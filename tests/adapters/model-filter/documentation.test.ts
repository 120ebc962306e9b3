import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULE_EVENTS } from '@/src/adapters/kit/rules/provider-differences';
import { toolDefinitions } from '@/src/adapters/model-filter/tools/all-tools';

const text = readFileSync('docs/model-filter.md', 'utf8');

/** The cells of each row of the table under a header. */
function tableUnder(header: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${header} |`));
  const rows = lines.slice(start + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

describe('docs/model-filter.md', () => {
  it('lists every tool with its effect, in order', () => {
    expect(tableUnder('tool').map(([name, effect]) => [codes(name)[0], effect])).toEqual(
      toolDefinitions.map(({ name, effect, defaultPermission }) => [
        name,
        defaultPermission === 'ask' ? `${effect}, asks` : effect,
      ]),
    );
  });

  it.each(tableUnder('tool').map(([name, , takes]) => [codes(name)[0] ?? '', takes ?? ''] as const))(
    'lists the parameters of %s',
    (name, takes) => {
      const parameters = Object.keys(toolDefinitions.find((tool) => tool.name === name)?.input.shape ?? {});
      const expected = parameters.filter(
        (parameter) => parameter !== 'provider' || name === 'switch_provider',
      );
      if (takes.startsWith('as ')) expect(takes).toBe('as `import_rules`; an omitted list stays unchanged');
      else expect(codes(takes).slice(0, expected.length)).toEqual(expected);
    },
  );

  it('lists every error code and every change', () => {
    const results = readFileSync('src/adapters/model-filter/tools/tool-parts.ts', 'utf8');
    const ofTools = [...results.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code);
    const kit = ['calls', 'computed-tool'].map((file) => readFileSync(`src/adapters/kit/${file}.ts`, 'utf8'));
    const ofKit = [...kit.join('').matchAll(/failure\('(\w+)'/g)].map(([, code]) => code);
    const known = [...ofTools, ...ofKit];
    expect(known.length).toBeGreaterThan(15);
    expect(
      tableUnder('`error_code`')
        .flatMap(([code]) => codes(code))
        .sort(),
    ).toEqual(known.sort());

    const diff = readFileSync('src/adapters/model-filter/diff.ts', 'utf8');
    const others = [...diff.matchAll(/type: '(\w+)'/g)].map(([, type]) => type);
    const types = new Set([...others, ...Object.values(RULE_EVENTS)]);
    expect(
      tableUnder('`type`')
        .flatMap(([type]) => codes(type))
        .sort(),
    ).toEqual([...types].sort());
  });
});
