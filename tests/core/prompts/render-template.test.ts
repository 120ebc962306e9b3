import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTemplate } from '@/src/core/prompts/render-template';
import { english } from '@/src/core/text/english';
import type { JsonObject } from '@/src/schema/values/json';

const made = (text: string) => ({ kind: 'text', text });
const failed = (reason: string) => ({ kind: 'failed', reason });

function rendering(template: string, variables: JsonObject) {
  const rendered = renderTemplate(template, variables);
  return rendered.kind === 'text' ? rendered : failed(english(rendered.reason));
}

describe('a template', () => {
  const variables: JsonObject = {
    name: 'a page',
    models: [
      { id: 'gpt-4', hidden: false },
      { id: 'o1', hidden: true },
    ],
    counts: { visible: 1, hidden: 2 },
    words: ['b', 'A'],
    ratio: 1.5,
    nothing: null,
    __proto__: null,
  };

  it.each([
    ['text without tags', 'As it { is } % .', 'As it { is } % .'],
    ['a variable', 'On {{ name }}.', 'On a page.'],
    ['a member, by name and by index', '{{ models[1].id }} {{ models[0]["id"] }}', 'o1 gpt-4'],
    ['a number', '{{ ratio }} {{ counts.visible }}', '1.5 1'],
    ['null as an empty text', '[{{ nothing }}]', '[]'],
    ['the filter length', '{{ models | length }} {{ name | length }} {{ counts | length }}', '2 6 2'],
    ['the filter title', '{{ name | title }}', 'A Page'],
    ['filters in a row', '{{ words | sort | join(", ") | upper }}', 'A, B'],
    ['an argument by name', '{{ words | sort(reverse=true) | join(" ") }}', 'b A'],
    ['an attribute of each', '{{ models | map(attribute="id") | join("/") }}', 'gpt-4/o1'],
    ['a default for a missing value', '{{ missing | default("none") }}', 'none'],
    ['JSON', '{{ counts | tojson }}', '{"visible": 1, "hidden": 2}'],
    ['the largest width', '{{ "a\nb" | indent(100) }}', `a\n${' '.repeat(100)}b`],
    ['a loop', '{% for model in models %}\n- {{ model.id }}\n{% endfor %}', '- gpt-4\n- o1'],
    ['a loop with a condition', '{% for m in models if m.hidden %}{{ m.id }}{% endfor %}', 'o1'],
    ['a loop over an empty list', '{% for m in [] %}x{% else %}empty{% endfor %}', 'empty'],
    [
      'a loop over pairs',
      '{% for k, v in counts.items() %}{{ k }}={{ v }};{% endfor %}',
      'visible=1;hidden=2;',
    ],
    ['an index in a loop', '{% for w in words %}{{ loop.index }}{{ w }}{% endfor %}', '1b2A'],
    ['a slice', '{{ words[:1] | join }}{{ name[2:] }}', 'bpage'],
    ['a conditional', '{% if models %}yes{% else %}no{% endif %}', 'yes'],
    ['its other branches', '{% if missing %}1{% elif nothing %}2{% else %}3{% endif %}', '3'],
    ['a test', '{{ missing is defined }} {{ 3 is odd }}', 'false true'],
    ['membership in a list', '{{ ratio in [1.5, 200, "x", none] }}', 'true'],
    ['an expression with a condition', '{{ "few" if models | length < 3 else "many" }}', 'few'],
    ['a condition without else', '[{{ "x" if false }}]', '[]'],
    ['an assignment', '{% set n = counts.hidden + 1 %}{{ n }}', '3'],
    ['an assignment of a block', '{% set t %}<{{ name }}>{% endset %}{{ t }}{{ t }}', '<a page><a page>'],
    ['not, and a sign', '{{ not nothing }} {{ -counts.hidden }}', 'true -2'],
    ['a comment as an empty text', 'a{# note #}b', 'ab'],
    ['trimmed text', '\n  {{ name }} \n\n', 'a page'],
  ])('renders %s', (_, template, text) => {
    expect(renderTemplate(template, variables)).toEqual(made(text));
  });

  it('prints values literally, even if they look like templates', () => {
    const hostile = '{{ secret }}{% for x in y %}{# gone #} <b>';
    expect(renderTemplate('{{ v }}|{{ o | tojson }}', { v: hostile, o: [hostile], secret: 's' })).toEqual(
      made(`${hostile}|[${JSON.stringify(hostile)}]`),
    );
  });

  it.each(['true', 'range', 'namespace', 'constructor', '__proto__', 'loop', 'not a name'])(
    'may have a value named %s',
    (name) => {
      const data: JsonObject = JSON.parse(`{${JSON.stringify(name)}: "own"}`);
      expect(renderTemplate('{{ data[name] }}', { ...data, data, name })).toEqual(made('own'));
    },
  );

  it.each([
    [
      'an unknown filter',
      '{{ a | titel }}',
      'There is no filter "titel". These exist: length, title, upper, lower, capitalize, trim, indent, replace, join, default, sort, reverse, unique, map, items, tojson, string and int.',
    ],
    [
      'an unknown filter with arguments',
      '{{ a | titel(1) }}',
      expect.stringMatching(/^There is no filter "titel"\. /),
    ],
    [
      'an unknown test',
      '{{ a is eq }}',
      'There is no test "eq". These exist: defined, undefined, none, true, false, string, number, boolean, mapping, iterable, odd and even.',
    ],
    [
      'a filter for another type',
      '{{ a | join(a) }}',
      'The filter "join" takes only plain texts, and numbers from 0 to 100.',
    ],
    [
      'a width that is too large',
      '{{ a | indent(101) }}',
      'The filter "indent" takes only plain texts, and numbers from 0 to 100.',
    ],
    [
      'a negative width',
      '{{ a | indent(width=-1) }}',
      'The filter "indent" takes only plain texts, and numbers from 0 to 100.',
    ],
    ['an unknown statement', 'a\n{% end %}', 'The parser says: Unknown statement type: end'],
    [
      'an extra word',
      '{{ a b }}',
      'The parser says: Expected closing expression token. Identifier !== CloseExpression.',
    ],
    ['an open tag', '{{ a', 'The parser says: Unexpected end of input'],
    ['an open block', '{% if a %}', 'It ends before all of its tags and blocks are closed.'],
    ['a name without a value', '{{ titel }}', '"titel" has no value.'],
    ['a member without a value', '{{ o.deep.er }}', '"o.deep.er" has no value.'],
    ['an index without a value', '{% if true %}{{ o["x"] }}{% endif %}', '"o[x]" has no value.'],
    ['a computed name without a value', '{{ (o | default(1))[a ~ a] }}', '"…[…]" has no value.'],
    ['an object', '{{ o }}', 'It prints "o", which is not a text; use join or tojson.'],
    [
      'a list in a loop',
      '{% for x in [1] %}{{ l }}{% endfor %}',
      'It prints "l", which is not a text; use join or tojson.',
    ],
    ['a computed list', '{{ l | sort }}', 'It prints something that is not a text; use join or tojson.'],
    [
      'a method that is not called',
      '{{ o.keys }}',
      'It prints "o.keys", which is not a text; use join or tojson.',
    ],
    [
      'a function',
      '{{ range(3) }}',
      'It calls a function; only .items(), .keys() and .values() can be called.',
    ],
    [
      'a method of another name',
      '{{ a.upper() }}',
      'It calls a function; only .items(), .keys() and .values() can be called.',
    ],
    [
      'a method with arguments',
      '{{ o.items(1) }}',
      'It calls a function; only .items(), .keys() and .values() can be called.',
    ],
    ['a macro', '{% macro m() %}x{% endmacro %}', 'It uses Macro, which is not supported.'],
    ['an object literal', '{% set x = {"a": l} %}', 'It uses ObjectLiteral, which is not supported.'],
    ['a list of variables', '{% set x = [l, l] %}', 'A list in it may hold only plain texts and numbers.'],
    [
      'an assignment to a member',
      '{% set (a | indent(999)).x = 1 %}',
      'It sets something other than a plain name.',
    ],
    ['an incomplete filter', '{{ l | join("x").y }}', expect.stringMatching(/^There is no filter /)],
    ['a pair of values', '{{ (l, 1) }}', 'A list in it may hold only plain texts and numbers.'],
    [
      'loop variables',
      '{% for x in l %}{% if namespace %}{% endif %}{% endfor %}',
      'It uses namespace, which is not supported.',
    ],
    [
      'operands of other types',
      '{{ a + nothing }}',
      'The parser says: Cannot perform operation + on undefined values',
    ],
  ])('fails on %s with a reason', (_, template, reason) => {
    expect(rendering(template, { a: 'text', o: { k: 1 }, l: [2, 1] })).toEqual(failed(reason));
  });
});

describe('the cost of a template', () => {
  const long = Array.from({ length: 1_000 }, (_, index) => index);

  it.each([
    ['may be as long as the bound', 'x'.repeat(20_000), made('x'.repeat(20_000))],
    ['may not be longer', 'x'.repeat(20_001), failed('It is longer than 20,000 characters.')],
    [
      'may make as much text as the bound',
      '{% for i in long %}{{ t }}{% endfor %}',
      made('t'.repeat(100_000)),
    ],
    [
      'may not make more text',
      '{% for i in long %}{{ t }}{% endfor %}+',
      failed('It makes more than 100,000 characters.'),
    ],
    ['ends nested loops', loops(3), failed('It asks for too much work.')],
    [
      'ends loops without output',
      `{% for a in long %}${'{% for b in long %}{% endfor %}'.repeat(2)}{% endfor %}`,
      failed('It asks for too much work.'),
    ],
    [
      'ends text that doubles',
      '{% set t = "ab" %}{% for i in long %}{% set t = t ~ t %}{% endfor %}',
      failed('It asks for too much work.'),
    ],
    [
      'ends lists that double',
      '{% set l = [1] %}{% for i in long %}{% set l = l + l %}{% endfor %}',
      failed('It asks for too much work.'),
    ],
    [
      'ends text that grows by a filter',
      '{% set t = "a" %}{% for i in long %}{% set t = t | replace("", "bb") %}{% endfor %}',
      failed('It asks for too much work.'),
    ],
    [
      'ends repeated sorting',
      '{% for i in long %}{% if long | sort | reverse %}{% endif %}{% endfor %}',
      failed('It asks for too much work.'),
    ],
    [
      'may not be nested too deeply',
      `{{ ${'('.repeat(9_000)}1${')'.repeat(9_000)} }}`,
      failed('It is nested too deeply, or makes too much text.'),
    ],
    [
      'may not be chained too long',
      `{{ 1${' ~ 1'.repeat(4_900)} }}`,
      failed('It is nested too deeply, or makes too much text.'),
    ],
  ])('%s', (_, template, rendered) => {
    expect(rendering(template, { long, t: 't'.repeat(100) })).toEqual(rendered);
  });

  it('counts the values it evaluates: a thousand entries with five values each can be listed', () => {
    const entries = long.map((n) => ({
      id: `provider/model-${n}`,
      a: 'one',
      b: 'two',
      c: 'three',
      d: 'four',
    }));
    const template =
      '{% for e in entries %}{% if e.id %}{{ e.id }} {{ e.a }} {{ e.b }} {{ e.c }} {{ e.d }}\n{% endif %}{% endfor %}';
    const rendered = renderTemplate(template, { entries });
    expect(rendered.kind === 'text' && rendered.text.split('\n').length).toBe(1_000);
  });

  it('gives a text or a reason for any template, and always the same', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...['{{', '}}', '{%', '%}', '{#', '#}', '{%-', '-%}', '(', ')', '[', ']', '{', '}', '"'],
      ),
      fc.constantFrom(...[' ', '\n', ' for ', ' in ', ' if ', 'else', 'endif', 'endfor', 'set', 'is', 'not']),
      fc.constantFrom(
        ...['a', 'l', 'o', '.', ':', '|', ',', '=', '~', '**', '-', '0', '9', 'length', 'items()'],
      ),
      fc.constantFrom('{% for x in l %}', '{% endfor %}', '{% if a %}', '{% endif %}', '{{ a }}', '{{ l | '),
      fc.string({ maxLength: 3 }),
    );
    const templates = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(templates, (template) => {
        const render = () => renderTemplate(template, { a: 'text', l: [1, 'two'], o: { k: null } });
        const rendered = render();
        expect(rendered.kind === 'text' ? rendered.text : english(rendered.reason)).toBeTypeOf('string');
        expect(render()).toEqual(rendered);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is run without eval', () => {
    const script = `
      import { Template } from '@huggingface/jinja';
      process.stdout.write(new Template('{% for x in l %}{{ x | title }}{% endfor %}').render({ l: ['a', 'b'] }));`;
    const flags = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, flags, { encoding: 'utf8' })).toBe('AB');
  });
});

/** This many nested loops. */
function loops(depth: number): string {
  return `${'{% for a in long %}'.repeat(depth)}x${'{% endfor %}'.repeat(depth)}`;
}
