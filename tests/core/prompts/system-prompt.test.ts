import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PROMPT_SECTIONS,
  type PromptContribution,
  type PromptSection,
} from '@/src/core/prompts/prompt-contribution';
import { buildSystemPrompt } from '@/src/core/prompts/system-prompt';
import { newChatSettings } from '@/src/core/records/chat';
import { english } from '@/src/core/text/english';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { JsonObject } from '@/src/schema/values/json';

const asIs = newChatSettings().prompt;
const settings = (changes: Partial<PromptSettings>): PromptSettings => ({ ...asIs, ...changes });

const piece = (key: string, section: PromptSection, priority: number): PromptContribution => ({
  key,
  section,
  priority,
  content: { type: 'text', text: `<${key}>` },
});

const rules = (template: string, data: JsonObject = { list: ['a', 'b'] }): PromptContribution => ({
  key: 'notes:rules',
  section: 'Instructions',
  priority: 1,
  content: { type: 'data', data, template },
});

const role = piece('steward:role', 'Identity', 9);

describe('the order of the system prompt', () => {
  it('is by section, then by descending priority, then by key, with custom sections last by name', () => {
    const pieces = [
      piece('b:zoo', { custom: 'Zoo' }, 9),
      piece('b:ape', { custom: 'Ape' }, 1),
      piece('b:low', 'Guidelines', 1),
      piece('b:b', 'Guidelines', 5),
      piece('b:a', 'Guidelines', 5),
      piece('b:system', 'System Context', 1),
      piece('a:who', 'Identity', 1),
      piece('b:zoo-first', { custom: 'Zoo' }, 10),
    ];
    const { text, parts } = buildSystemPrompt(pieces, asIs);
    expect(text).toBe(
      [
        ...['# Identity', '<a:who>', '# Guidelines', '<b:a>', '<b:b>', '<b:low>', '# System Context'],
        ...['<b:system>', '# Ape', '<b:ape>', '# Zoo', '<b:zoo-first>', '<b:zoo>'],
      ].join('\n\n'),
    );
    expect(parts.map(({ key, section }) => `${section} ${key}`)).toEqual([
      ...[
        'Identity a:who',
        'Guidelines b:a',
        'Guidelines b:b',
        'Guidelines b:low',
        'System Context b:system',
      ],
      ...['Ape b:ape', 'Zoo b:zoo-first', 'Zoo b:zoo'],
    ]);
  });

  it('has every built-in section in its fixed place', () => {
    const pieces = PROMPT_SECTIONS.map((section, index) => piece(`a:${index}`, section, index));
    const headings = buildSystemPrompt(pieces, asIs).text.match(/^# .*/gm);
    expect(headings).toEqual([
      ...['# Identity', '# Context', '# Capabilities', '# Guidelines', '# Tools', '# Instructions'],
      '# System Context',
    ]);
  });

  it('puts a contribution without a section under Context', () => {
    const { key, priority, content } = piece('a:b', 'Tools', 1);
    const { text, parts } = buildSystemPrompt([{ key, priority, content }], asIs);
    expect(text).toBe('# Context\n\n<a:b>');
    expect(parts[0]?.section).toBe('Context');
  });

  it('keeps a custom section after the built-in ones, even with a name of theirs', () => {
    const { text } = buildSystemPrompt(
      [piece('a:own', { custom: 'Context' }, 1), piece('a:b', 'Tools', 1)],
      asIs,
    );
    expect(text).toBe('# Tools\n\n<a:b>\n\n# Context\n\n<a:own>');
  });

  it('is the same, byte for byte, whatever the order of the input', () => {
    const sections = fc.constantFrom<PromptSection>(...PROMPT_SECTIONS, { custom: 'X' }, { custom: 'Y' });
    const pieces = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), sections, fc.integer()), {
      selector: ([name]) => name,
    });
    const shuffled = pieces.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        const build = (all: typeof one) =>
          buildSystemPrompt(
            all.map(([name, section, priority]) => piece(`a:${name}`, section, priority)),
            asIs,
          );
        expect(build(one)).toEqual(build(other));
        expect(build(one).problems).toEqual([]);
      }),
    );
  });
});

describe('keys', () => {
  it.each(['a:b', 'git-status:branch_info', 'file_interaction:/path/to/file.txt', 'a1:Two words\n:x'])(
    'may be %s',
    (key) => {
      expect(buildSystemPrompt([piece(key, 'Context', 1)], asIs)).toMatchObject({
        text: `# Context\n\n<${key}>`,
        problems: [],
      });
    },
  );

  it.each(['model.filter', 'debug.verbose_info', 'Model:rules', ':rules', 'rules:', 'a b:c', ''])(
    'may not be "%s": the contribution is left out with a problem',
    (key) => {
      const { text, parts, problems } = buildSystemPrompt([piece(key, 'Context', 1), role], asIs);
      expect(text).toBe('# Identity\n\n<steward:role>');
      expect(parts.at(-1)).toEqual({
        ...{ key, section: 'Context', priority: 1, source: 'adapter', state: 'invalid', text: '', tokens: 0 },
      });
      expect(problems).toEqual([
        {
          key,
          kind: 'malformed-key',
          message: `The contribution ${JSON.stringify(key)} is left out: its key is malformed. A key reads actor_type:name, its type in lower-case letters, digits, hyphens and underscores.`,
        },
      ]);
    },
  );

  it('are unique: the first contribution with a key is used, a later one is left out', () => {
    const { text, parts, problems } = buildSystemPrompt(
      [piece('a:b', 'Tools', 1), piece('a:b', 'Context', 2)],
      asIs,
    );
    expect(text).toBe('# Tools\n\n<a:b>');
    expect(parts.map(({ section, state }) => [section, state])).toEqual([
      ['Tools', 'sent'],
      ['Context', 'invalid'],
    ]);
    expect(problems).toEqual([
      {
        key: 'a:b',
        kind: 'duplicate-key',
        message: 'A second contribution "a:b" is left out: the first of a key counts.',
      },
    ]);
  });
});

describe('the content of a contribution', () => {
  it('is sent unchanged but trimmed if it is text', () => {
    const content = { type: 'text' as const, text: '\n {{ not }} a {% template %} \n' };
    const { text, problems } = buildSystemPrompt([{ ...role, content }], asIs);
    expect(text).toBe('# Identity\n\n{{ not }} a {% template %}');
    expect(problems).toEqual([]);
  });

  it('is rendered if it is data, whose keys are variables beside data itself', () => {
    const template = '{{ list | length }} of {{ data.list | join("+") }}';
    expect(buildSystemPrompt([rules(template)], asIs).text).toBe('# Instructions\n\n2 of a+b');
  });

  it('is left out, with a problem, if its template fails', () => {
    const { text, parts, problems } = buildSystemPrompt([rules('{{ lits }}'), role], asIs);
    expect(text).toBe('# Identity\n\n<steward:role>');
    expect(parts.map(({ key, state, text }) => [key, state, text])).toEqual([
      ['steward:role', 'sent', '<steward:role>'],
      ['notes:rules', 'invalid', ''],
    ]);
    expect(problems).toEqual([
      {
        key: 'notes:rules',
        kind: 'template-failed',
        message: 'The template of "notes:rules" failed, so it is left out. "lits" has no value.',
      },
    ]);
  });

  it.each([
    ['is missing', undefined],
    ['is null', null],
    ['is a text without a text', { type: 'text' }],
    ['is a blank text', { type: 'text', text: ' \n' }],
    ['is data without a template', { type: 'data', data: {} }],
    ['is a template without data', { type: 'data', template: 'x' }],
    ['is of an unknown type', { type: 'image', text: 'x' }],
  ])('is left out, with a problem, if its content %s', (_, content) => {
    const broken = { key: 'notes:rules', section: 'Tools', priority: 1, content };
    const pieces = [broken as unknown as PromptContribution, role];
    const { text, parts, problems } = buildSystemPrompt(pieces, asIs);
    expect(text).toBe('# Identity\n\n<steward:role>');
    expect(parts.at(-1)).toMatchObject({ key: 'notes:rules', state: 'invalid', text: '' });
    expect(problems).toEqual([
      {
        key: 'notes:rules',
        kind: 'no-content',
        message: 'The contribution "notes:rules" is left out: it has no content.',
      },
    ]);
    const overridden = buildSystemPrompt(pieces, settings({ overrides: { 'notes:rules': 'Mine.' } }));
    expect(overridden).toMatchObject({
      text: '# Identity\n\n<steward:role>\n\n# Tools\n\nMine.',
      problems: [],
    });
  });

  it('adds nothing if it renders to an empty text', () => {
    const { text, parts, problems } = buildSystemPrompt([role, rules('{% if false %}x{% endif %}')], asIs);
    expect(text).toBe('# Identity\n\n<steward:role>');
    expect(parts[1]).toMatchObject({ state: 'sent', text: '', tokens: 0 });
    expect(problems).toEqual([]);
  });
});

describe('exclusions', () => {
  it('leave a contribution out, and show its text among the parts', () => {
    const { text, parts, problems } = buildSystemPrompt(
      [role, rules('Rules: {{ list | join(", ") }}')],
      settings({ exclusions: ['notes:rules'] }),
    );
    expect(text).toBe('# Identity\n\n<steward:role>');
    expect(parts[1]).toEqual({
      key: 'notes:rules',
      section: 'Instructions',
      priority: 1,
      source: 'adapter',
      state: 'excluded',
      text: 'Rules: a, b',
      tokens: 4,
    });
    expect(problems).toEqual([]);
  });

  it('hide the problem of a failing template', () => {
    const { problems, parts } = buildSystemPrompt(
      [rules('{{ lits }}')],
      settings({ exclusions: ['notes:rules'] }),
    );
    expect(problems).toEqual([]);
    expect(parts[0]).toMatchObject({ state: 'excluded', text: '' });
  });

  it('of everything leave an empty prompt', () => {
    expect(buildSystemPrompt([role], settings({ exclusions: ['steward:role'] })).text).toBe('');
  });

  it('of unknown keys are a problem', () => {
    expect(buildSystemPrompt([role], settings({ exclusions: ['debug.verbose_info'] })).problems).toEqual([
      {
        key: 'debug.verbose_info',
        kind: 'unknown-exclusion',
        message: 'Leaving out "debug.verbose_info" does nothing: no contribution has that key.',
      },
    ]);
  });
});

describe('overrides', () => {
  const override = (template: string) => settings({ overrides: { 'notes:rules': template } });

  it.each([
    ['plain text', 'Mine.', 'Mine.'],
    ['the data', '{{ list[0] }} {{ data.list | length }}', 'a 2'],
    ['the contribution’s own text', 'Before. {{ content }} After.', 'Before. Own: 2 After.'],
  ])('replace a contribution’s text: %s', (_, template, text) => {
    const prompt = buildSystemPrompt([rules('Own: {{ list | length }}')], override(template));
    expect(prompt.text).toBe(`# Instructions\n\n${text}`);
    expect(prompt.parts[0]).toMatchObject({ state: 'overridden', text });
    expect(prompt.problems).toEqual([]);
  });

  it('see the text of a contribution that is text, unrendered', () => {
    const prompt = buildSystemPrompt(
      [{ ...role, content: { type: 'text', text: ' I am {{ who }}. ' } }],
      settings({ overrides: { 'steward:role': '{{ content | upper }}' } }),
    );
    expect(prompt.text).toBe('# Identity\n\nI AM {{ WHO }}.');
  });

  it('see their content before a value of that name', () => {
    const prompt = buildSystemPrompt(
      [rules('own', { content: 'data' })],
      override('{{ content }} {{ data.content }}'),
    );
    expect(prompt.text).toBe('# Instructions\n\nown data');
  });

  it('that fail are replaced by the contribution’s own text, with a problem', () => {
    const prompt = buildSystemPrompt([rules('Own.')], override('{{ content | titel }}'));
    expect(prompt.text).toBe('# Instructions\n\nOwn.');
    expect(prompt.parts[0]).toMatchObject({ state: 'sent', text: 'Own.' });
    expect(prompt.problems).toMatchObject([{ key: 'notes:rules', kind: 'override-failed' }]);
    expect(english(prompt.problems[0]?.message ?? '')).toMatch(
      /^The override of "notes:rules" failed, so it is not used\. There is no filter "titel"\. .*\.$/,
    );
  });

  it('replace a contribution whose own template fails', () => {
    const prompt = buildSystemPrompt([rules('{{ lits }}')], override('Mine.'));
    expect(prompt).toMatchObject({ text: '# Instructions\n\nMine.', problems: [] });
  });

  it('have no content if the contribution’s own template fails; then it is left out, with both problems', () => {
    const prompt = buildSystemPrompt([rules('{{ lits }}')], override('{{ content }}'));
    expect(prompt.text).toBe('');
    expect(prompt.parts[0]).toMatchObject({ state: 'invalid', text: '' });
    expect(prompt.problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['override-failed', 'The override of "notes:rules" failed, so it is not used. "content" has no value.'],
      ['template-failed', 'The template of "notes:rules" failed, so it is left out. "lits" has no value.'],
    ]);
  });

  it.each(['notes:gone', 'model.filter', 'toString'])('of the unknown key %s are a problem', (key) => {
    const prompt = buildSystemPrompt(
      [role, piece('model.filter', 'Tools', 1)],
      settings({ overrides: { [key]: 'x' } }),
    );
    expect(prompt.text).toBe('# Identity\n\n<steward:role>');
    expect(prompt.problems.at(-1)).toEqual({
      key,
      kind: 'unknown-override',
      message: `The override of ${JSON.stringify(key)} does nothing: no contribution has that key.`,
    });
  });
});

describe('the template for the whole prompt', () => {
  const pieces = [role, piece('a:b', 'Tools', 2), piece('a:c', 'Tools', 1), piece('a:d', 'Tools', 0)];

  it('loops over the pairs of a section’s name and its contributions that are sent, which print as their texts', () => {
    const baseTemplate = `
You are a helpful AI assistant.

{% for section_name, contributions in sections -%}
## {{ section_name | title }}

{% for contribution in contributions -%}
{{ contribution }}

{% endfor -%}
{% endfor -%}
`;
    const prompt = buildSystemPrompt(
      [...pieces, { ...piece('a:e', { custom: 'my own' }, 0) }],
      settings({ baseTemplate, exclusions: ['a:c'] }),
    );
    expect(prompt.problems).toEqual([]);
    expect(prompt.text).toBe(
      [
        'You are a helpful AI assistant.\n\n## Identity\n\n<steward:role>\n\n',
        '## Tools\n\n<a:b>\n\n<a:d>\n\n## My Own\n\n<a:e>',
      ].join(''),
    );
  });

  it.each([
    ['{% for s in sections %}{{ s[0] }}:{{ s[1] | length }};{% endfor %}', 'Identity:1;Tools:3;'],
    [
      '{% for name, parts in sections %}{{ parts | join("+") }};{% endfor %}',
      '<steward:role>;<a:b>+<a:c>+<a:d>;',
    ],
    [
      '{% for name, parts in sections if name == "Tools" %}{{ parts[0].key }} {{ parts[0] | upper }}{% endfor %}',
      'a:b <A:B>',
    ],
    [
      '{{ sections | length }} {{ sections[1].title }} {{ sections[1].contributions[2].content }}',
      '2 Tools <a:d>',
    ],
  ])('sees the same values by index and by name: %s', (baseTemplate, text) => {
    const prompt = buildSystemPrompt(pieces, settings({ baseTemplate }));
    expect(prompt.problems).toEqual([]);
    expect(prompt.text).toBe(text);
  });

  it.each([
    ['{% for a, b, c in sections %}x{% endfor %}', 'The parser says: Too few items to unpack'],
    ['{% for s in sections %}{{ s }}{% endfor %}', 'It prints "s", which is not a text; use join or tojson.'],
    ['{{ sections[0].colour }}', '"sections[0].colour" has no value.'],
    ['{{ sections }}', 'It prints "sections", which is not a text; use join or tojson.'],
    ['{% if false %}x{% endif %}', 'It produces no text.'],
    ['', 'It produces no text.'],
  ])('is replaced by the basic layout if it fails, with a problem: %s', (baseTemplate, reason) => {
    const prompt = buildSystemPrompt(pieces, settings({ baseTemplate }));
    expect(prompt.text).toBe(buildSystemPrompt(pieces, asIs).text);
    expect(prompt.problems).toEqual([
      {
        key: null,
        kind: 'base-template-failed',
        message: `The template for the whole prompt failed, so the basic layout is used. ${reason}`,
      },
    ]);
  });
});

describe('the parts of a prompt', () => {
  it('have their source and number of tokens', () => {
    const long = {
      ...piece('notes:domain', 'Context', 100),
      content: { type: 'text', text: 'x'.repeat(41) },
    };
    const { parts } = buildSystemPrompt(
      [role, long as PromptContribution, piece('stewards:a', 'Tools', 1)],
      asIs,
    );
    expect(parts.map(({ source, tokens, priority }) => [source, tokens, priority])).toEqual([
      ['base', 4, 9],
      ['adapter', 10, 100],
      ['adapter', 4, 1],
    ]);
  });
});
