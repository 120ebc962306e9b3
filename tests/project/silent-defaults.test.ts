import { describe, expect, it } from 'vitest';
import { projectSources } from './project-sources';
import { findSilentDefaults } from './silent-defaults';

const rulesIn = (text: string) => findSilentDefaults(new Map([['a.tsx', text]])).map(({ rule }) => rule);

describe('the sources', () => {
  const sources = projectSources(['src', 'entrypoints']);

  it('are all read', () => {
    expect(sources.size).toBeGreaterThan(500);
  });

  it('drop no error and replace no missing value without a reason, and have no default parameter', () => {
    expect(findSilentDefaults(sources)).toEqual([]);
  });
});

describe('a planted violation', () => {
  it.each([
    ['an empty catch', 'try { a(); } catch {}', 'dropped error'],
    ['a catch that ignores its error', 'try { a(); } catch { b(); }', 'dropped error'],
    ['a catch that names its error and ignores it', 'try { a(); } catch (error) { b(); }', 'dropped error'],
    ['a rejection that is ignored', 'a().catch(() => null);', 'dropped error'],
    ['a second handler that ignores its error', 'a().then(b, () => undefined);', 'dropped error'],
    ['an object for a missing value', 'const a = b || {};', 'replaced value'],
    ['a list for a missing value', 'const a = b || [];', 'replaced value'],
    ['a text for an empty value', "const a = b || '';", 'replaced value'],
    ['a text for a missing value', "const a = b ?? 'x';", 'replaced value'],
    ['a text that is put together', 'const a = b ?? `x`;', 'replaced value'],
    ['a number for a missing value', 'const a = b ?? 7;', 'replaced value'],
    ['an object behind ??', 'const a = b ?? {};', 'replaced value'],
    ['a list with members', 'const a = b ?? [c];', 'replaced value'],
    ['an empty list for an entry that is looked up', 'const a = b.get(c) ?? [];', 'replaced value'],
    ['an empty text for a row that is awaited', "const a = (await b.get(c))?.text ?? '';", 'replaced value'],
    ['a default in a pattern', "const { a = 'x' } = b;", 'replaced value'],
    ['a default in a parameter’s pattern', 'function f({ a = 7 }) {}', 'default parameter'],
    ['an empty text in a parameter’s pattern', "const f = ({ a = '' }) => a;", 'default parameter'],
    ['null in a nested pattern', 'function f({ a: [{ b = null }] }) {}', 'default parameter'],
    ['an empty list in a list’s pattern', 'f(([a = [], ...rest]) => a);', 'default parameter'],
    ['a default in an attribute', "const a = <p title={b ?? 'x'} />;", 'replaced value'],
    ['a default parameter', 'function f(a = null) {}', 'default parameter'],
    ['a default parameter of an arrow function', 'const f = (a = b) => a;', 'default parameter'],
    ['a default parameter of a method', 'class A { f(a = 1) {} }', 'default parameter'],
    ['a default of a prop', 'function A({ a = false }: Props) {}', 'default parameter'],
    ['a default of a prop within memo', 'const A = memo(function A({ a = [] }) {});', 'default parameter'],
    [
      'a default of a prop within a component',
      'function A(props) { const { a = null } = props; }',
      'default parameter',
    ],
    ['a default of a prop of an arrow function', 'const A = ({ a = null }) => null;', 'default parameter'],
    ['a default parameter with a comment', '// Because.\nfunction f(a = 1) {}', 'default parameter'],
  ])('is found: %s', (_what, text, rule) => {
    expect(rulesIn(text)).toEqual([rule]);
  });

  it('is named with its file and line', () => {
    expect(findSilentDefaults(new Map([['src/a.ts', 'b();\nconst a = c ?? 7;']]))).toEqual([
      { place: 'src/a.ts:2', rule: 'replaced value' },
    ]);
  });
});

describe('a stated reason, or nothing to state', () => {
  it.each([
    ['a comment inside of the catch', 'try { a(); } catch {\n  // Because.\n}'],
    ['a comment before the rejection', '// Because.\na().catch(() => null);'],
    ['an error that is handled', 'try { a(); } catch (error) { b(error); }'],
    ['a rejection that is handled', 'a().catch((error) => b(error));'],
    ['a handler with a name', 'a().catch(b);'],
    ['a comment on the line', "const a = b ?? 'x'; // Because."],
    ['a comment on the line before', "// Because.\nconst a = b ?? 'x';"],
    ['a comment before the statement', "// Because.\nconst a = f(\n  b ?? 'x',\n);"],
    ['null', 'const a = b.get(c) ?? null;'],
    ['a boolean', 'const a = b ?? false;'],
    ['another value', 'const a = b ?? c;'],
    ['an empty text for an optional field', "const a = b.text ?? '';"],
    ['an empty list for an optional field', 'const a = b?.list ?? [];'],
    ['a count of nothing', 'counts.set(a, (counts.get(a) ?? 0) + 1);'],
    ['a condition', 'if (a || b) c();'],
    ['an empty text in a pattern of the body', "function f(a) { const { b = '' } = a; }"],
  ])('is accepted: %s', (_what, text) => {
    expect(rulesIn(text)).toEqual([]);
  });
});
