import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResponseAssembler } from '@/src/core/llm/response-assembler';
import { assembledCalls, type Call, type Part } from './assembled-calls';

type Written = [index: number | null, id: string | null, name: string | null, argumentsText: string];

function partOf([index, id, name, argumentsText]: Written): Part {
  return { type: 'tool-call-part', index, id, name, argumentsText };
}

const assemble = (written: readonly Written[]) => assembledCalls(written.map(partOf));

describe('parallel calls of an endpoint', () => {
  it.each<[string, Written[], Call[]]>([
    [
      'of a standard server are distinguished by index',
      [
        [0, 'a', 'list', ''],
        [0, null, null, '{"x"'],
        [1, 'b', 'list', ''],
        [1, null, null, '{}'],
        [0, null, null, ':1}'],
      ],
      [
        ['list', '{"x":1}'],
        ['list', '{}'],
      ],
    ],
    [
      'with the id at one index and the arguments at another are one',
      [
        [1, 'a', 'add', ''],
        [0, null, null, '{"x"'],
        [0, null, null, ':1}'],
      ],
      [['add', '{"x":1}']],
    ],
    ...[0, null].map((index): [string, Written[], Call[]] => [
      `with the name and another id in each piece are one (index ${index})`,
      [
        [index, 'a', 'add', '{"x"'],
        [index, 'b', 'add', ':1'],
        [index, 'c', 'add', '}'],
      ],
      [['add', '{"x":1}']],
    ]),
    [
      'that numbers all of them 0 are distinguished by id',
      [
        [0, 'a', 'add', '{"x":1}'],
        [0, 'b', 'add', '{"x":2}'],
        [0, 'c', 'save', '{}'],
      ],
      [
        ['add', '{"x":1}'],
        ['add', '{"x":2}'],
        ['save', '{}'],
      ],
    ],
    [
      'that numbers all of them 0 are distinguished by id, also if they have no arguments',
      [
        [0, 'a', 'list', ''],
        [0, 'b', 'list', ''],
        [0, 'c', 'save', ''],
      ],
      [
        ['list', ''],
        ['list', ''],
        ['save', ''],
      ],
    ],
    [
      'that numbers all of them 0 and interleaves them get the arguments with their id',
      [
        [0, 'a', 'add', '{"x"'],
        [0, 'b', 'add', '{"y"'],
        [0, 'a', null, ':1}'],
        [0, 'b', null, ':2}'],
      ],
      [
        ['add', '{"x":1}'],
        ['add', '{"y":2}'],
      ],
    ],
    [
      'that numbers all of them 0 and gives only the first part an id get the arguments that follow it',
      [
        [0, 'a', 'add', ''],
        [0, null, null, '{"x":1}'],
        [0, 'b', 'add', ''],
        [0, null, null, '{"x":2}'],
      ],
      [
        ['add', '{"x":1}'],
        ['add', '{"x":2}'],
      ],
    ],
    [
      'that numbers all of them 0 without ids are distinguished by another name after arguments',
      [
        [0, null, 'list', '{}'],
        [0, null, 'save', '{}'],
      ],
      [
        ['list', '{}'],
        ['save', '{}'],
      ],
    ],
    [
      'that numbers all of them 0 without ids are distinguished by arguments after complete arguments',
      [
        [0, null, 'add', '{"x":"}"}'],
        [0, null, 'add', '{"x":2}'],
      ],
      [
        ['add', '{"x":"}"}'],
        ['add', '{"x":2}'],
      ],
    ],
    [
      'without indices and with one id for all are distinguished by another name',
      [
        [null, 'call_0', 'list', '{"x":1}'],
        [null, 'call_0', 'save', '{}'],
      ],
      [
        ['list', '{"x":1}'],
        ['save', '{}'],
      ],
    ],
    [
      'without indices and with one id for all are distinguished by another name, also without arguments',
      [
        [null, 'call_0', 'list', ''],
        [null, 'call_0', 'save', ''],
        [null, 'call_0', null, '{}'],
      ],
      [
        ['list', ''],
        ['save', '{}'],
      ],
    ],
    [
      'without indices and with one id for all are distinguished by arguments after complete arguments',
      [
        [null, 'call_0', 'add', '{"x":1}'],
        [null, 'call_0', 'add', '{"x":2}'],
      ],
      [
        ['add', '{"x":1}'],
        ['add', '{"x":2}'],
      ],
    ],
    [
      'without indices and with one id for all may name the same tool first and send its arguments later',
      [
        [null, 'call_0', 'add', ''],
        [null, 'call_0', null, '{"x":1}'],
        [null, 'call_0', 'add', ''],
        [null, 'call_0', null, '{"x"'],
        [null, 'call_0', null, ':2}'],
      ],
      [
        ['add', '{"x":1}'],
        ['add', '{"x":2}'],
      ],
    ],
    [
      'without indices and ids start with each name',
      [
        [null, null, 'list', ''],
        [null, null, 'list', ''],
        [null, null, null, '{}'],
      ],
      [
        ['list', ''],
        ['list', '{}'],
      ],
    ],
  ])('%s', (_, written, calls) => {
    const { stored, shown } = assemble(written);
    expect(stored).toEqual(calls);
    expect(shown).toEqual(calls);
  });

  it.each<[string, Written[], Call[]]>([
    [
      'index, id and name in each part',
      [
        [0, 'a', 'add', ''],
        [0, 'a', 'add', '{"x"'],
        [0, 'a', 'add', ':1}'],
        [0, 'a', 'add', ''],
      ],
      [['add', '{"x":1}']],
    ],
    [
      'index and name in each part',
      [
        [0, 'a', 'add', '{"x"'],
        [0, null, 'add', ':1}'],
        [0, null, 'add', ' '],
      ],
      [['add', '{"x":1} ']],
    ],
    [
      'id and name in each part, without an index',
      [
        [null, 'a', 'add', ''],
        [null, 'a', 'add', '{"x"'],
        [null, 'a', 'add', ':1}'],
        [null, 'a', 'add', ''],
      ],
      [['add', '{"x":1}']],
    ],
    [
      'another id in each part of one index',
      [
        [0, 'a', 'add', '{"x"'],
        [0, 'b', null, ':1}'],
      ],
      [['add', '{"x":1}']],
    ],
    [
      'another id in each part, without an index',
      [
        [null, 'a', 'add', '{"x"'],
        [null, 'b', null, ':1}'],
      ],
      [['add', '{"x":1}']],
    ],
    [
      'an id that comes before the name, without an index',
      [
        [null, 'a', 'add', '{}'],
        [null, 'b', null, ''],
        [null, 'b', 'save', '{}'],
      ],
      [
        ['add', '{}'],
        ['save', '{}'],
      ],
    ],
    [
      'the name after the first arguments',
      [
        [0, 'a', null, '{'],
        [0, 'a', 'add', '}'],
      ],
      [['add', '{}']],
    ],
    [
      'arguments that are not JSON, with the name in each part',
      [
        [0, 'a', 'add', 'x}'],
        [0, 'a', 'add', '[]'],
        [0, 'a', 'add', '""'],
        [0, 'a', 'add', '{}'],
      ],
      [['add', 'x}[]""{}']],
    ],
    [
      'text after complete arguments, with the name in each part',
      [
        [0, 'a', 'add', '{}'],
        [0, 'a', 'add', '}'],
      ],
      [['add', '{}}']],
    ],
  ])('may have %s', (_, written, calls) => {
    const { stored, shown } = assemble(written);
    expect(stored).toEqual(calls);
    expect(shown).toEqual(calls);
  });

  it.each<[string, string[], string]>([
    ['an object', ['{}', '{"p":', '1}'], '{"p":1}'],
    ['an object, all with white space', [' { } ', ' {"p":1} '], '{"p":1} '],
    ['nothing', ['{}', ''], '{}'],
    ['an incomplete object', ['{}', '{"p"'], '{}{"p"'],
    ['two objects', ['{}', '{"p":1}', '{"q":2}'], '{"p":1}{"q":2}'],
    ['a text', ['{}', '"p"'], '{}"p"'],
  ])('may start with empty arguments, as some proxies send them: %s follows', (_, pieces, expected) => {
    const written = pieces.map(
      (piece, at): Written => (at === 0 ? [0, 'a', 'add', piece] : [0, null, null, piece]),
    );
    expect(assemble(written).stored).toEqual([['add', expected]]);
  });

  it('keep their ids', () => {
    const written: Written[] = [
      [0, 'a', 'add', '{}'],
      [0, 'b', 'add', '{}'],
      [null, null, 'save', '{}'],
    ];
    expect(assemble(written).ids).toEqual(['a', 'b', '']);
  });
});

describe('a name', () => {
  it.each<[string, Written[], string]>([
    [
      'in two equal pieces is joined: a piece comes without id and arguments',
      [
        [0, 'a', 'go', ''],
        [0, null, 'go', ''],
      ],
      'gogo',
    ],
    [
      'in equal pieces before the id is joined',
      [
        [0, null, 'go', ''],
        [0, null, 'go', ''],
        [0, 'a', null, '{}'],
      ],
      'gogo',
    ],
    [
      'in pieces is joined, whatever comes with the last one',
      [
        [0, 'a', 'find', ''],
        [0, null, '_', ''],
        [0, null, 'models', '{'],
      ],
      'find_models',
    ],
    [
      'is a repetition if it comes with an id',
      [
        [0, 'a', 'go', ''],
        [0, 'a', 'go', ''],
      ],
      'go',
    ],
    [
      'is a repetition if it comes with arguments',
      [
        [0, 'a', 'go', ''],
        [0, null, 'go', '{'],
        [0, null, 'go', '}'],
      ],
      'go',
    ],
    [
      'is a repetition once there are arguments',
      [
        [0, 'a', 'go', '{'],
        [0, null, 'go', ''],
      ],
      'go',
    ],
  ])('%s', (_, written, name) => {
    expect(assemble(written).stored.map((call) => call[0])).toEqual([name]);
  });
});

/** Format of one part of a call at an endpoint; `at` is the part's index within its call. */
const DIALECTS: Record<string, (call: number, at: number, name: string) => Omit<Part, 'argumentsText'>> = {
  standard: (call, at, name) => head(call, at === 0 ? `id-${call}` : null, at === 0 ? name : null),
  'one id for all': (call, at, name) => head(call, at === 0 ? 'call_0' : null, at === 0 ? name : null),
  'all in each part': (call, _, name) => head(call, `id-${call}`, name),
  'all numbered 0': (call, at, name) => head(0, at === 0 ? `id-${call}` : null, at === 0 ? name : null),
  'all numbered 0, all in each part': (call, _, name) => head(0, `id-${call}`, name),
  'no index': (call, at, name) => head(null, at === 0 ? `id-${call}` : null, at === 0 ? name : null),
  'no index, all in each part': (call, _, name) => head(null, `id-${call}`, name),
  'no index, one id for all': (_, at, name) => head(null, 'call_0', at === 0 ? name : null),
  'no index, no id': (_, at, name) => head(null, null, at === 0 ? name : null),
};

function head(index: number | null, id: string | null, name: string | null): Omit<Part, 'argumentsText'> {
  return { type: 'tool-call-part', index, id, name };
}

const argumentTexts = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 3 })
  .map((value) => JSON.stringify(value));

const spec = fc.record({
  name: fc.constantFrom('add', 'save', 'gogo'),
  argumentsText: argumentTexts,
  cuts: fc.array(fc.nat(60), { maxLength: 4 }),
});

describe.each(Object.entries(DIALECTS))('the dialect “%s”', (_, write) => {
  it('gives each call its own arguments, however they are cut', () => {
    fc.assert(
      fc.property(fc.array(spec, { minLength: 1, maxLength: 5 }), (specs) => {
        const assembler = createResponseAssembler([], false);
        for (const [call, { name, argumentsText, cuts }] of specs.entries()) {
          const ends = cuts.map((cut) => Math.min(cut, argumentsText.length));
          const edges = [0, ...ends, argumentsText.length].sort((a, b) => a - b);
          // The standard format: a first part with an empty text, then the pieces.
          const pieces = ['', ...edges.slice(1).map((end, at) => argumentsText.slice(edges[at], end))];
          for (const [at, piece] of pieces.entries()) {
            assembler.add({ ...write(call, at, name), argumentsText: piece });
          }
        }
        const calls = assembler.finish().toolCalls.map(({ name, argumentsText }) => [name, argumentsText]);
        expect(calls).toEqual(specs.map(({ name, argumentsText }) => [name, argumentsText]));
      }),
    );
  });
});
