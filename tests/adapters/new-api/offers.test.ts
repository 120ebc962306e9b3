import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Channel, mappingOf, type NewApiContext } from '@/src/adapters/new-api/channels';
import { consequences, upstreamName } from '@/src/adapters/new-api/offers';
import { computeCall } from '@/src/adapters/new-api/tools';
import { inEnglish } from '@/tests/in-english';

const NAMES = ['a', 'b', 'c', ' a', '__proto__'];
const GROUPS = ['default', 'vip', 'vip vip'];

const name = fc.constantFrom(...NAMES);
const mapping = fc.oneof(
  fc.constantFrom('', 'null', '{"a":1}', '{"a":'),
  fc
    .array(fc.tuple(name, name))
    .map((pairs) => `{${pairs.map((pair) => pair.map(quoted).join(':')).join(',')}}`),
);
const members = fc.record({
  models: fc.array(name, { maxLength: 4 }),
  groups: fc.array(fc.constantFrom(...GROUPS), { maxLength: 2 }),
  mapping,
  on: fc.boolean(),
});
const change = fc.record({
  channels: fc.array(fc.tuple(members, fc.option(members)), { minLength: 1, maxLength: 5 }),
  unpriced: fc.subarray(NAMES),
});

function quoted(text: string): string {
  return JSON.stringify(text);
}

function channel(id: number, own: Partial<Channel>): Channel {
  const plain = {
    type: 1,
    tag: '',
    priority: 0,
    offReason: null,
    vanished: [],
    fresh: [],
    ignored: [],
    created: 0,
  };
  return { id, name: 'same', models: [], groups: ['default'], mapping: '', on: true, ...plain, ...own };
}

/** The upstream's model by the rules of the server, one name after the other. */
function slowTarget(one: Channel, model: string): string | null {
  const names = mappingOf(one);
  if (names === null) return null;
  const seen = [model];
  for (let at = model; ; ) {
    const next = Object.hasOwn(names, at) ? (names[at] ?? at) : at;
    if (next === at) return at;
    if (seen.includes(next)) return null;
    seen.push(next);
    at = next;
  }
}

/** The channels that serve a model to clients of a group, each with the target. */
function slowTargets(
  { channels }: NewApiContext,
  group: string,
  model: string,
): [id: number, target: string][] {
  return channels.flatMap((one): [number, string][] => {
    const target = slowTarget(one, model);
    const serves = one.on && one.models.includes(model) && one.groups.includes(group);
    return serves && target !== null ? [[one.id, target]] : [];
  });
}

/** The changes for the clients of each group, found by asking for each group and model. */
function slowConsequences(before: NewApiContext, after: NewApiContext): string[] {
  const lines = GROUPS.flatMap((group) =>
    NAMES.flatMap((model) => {
      const [was, is] = [slowTargets(before, group, model), slowTargets(after, group, model)];
      const distinct = (all: [number, string][]) =>
        JSON.stringify([...new Set(all.map(([, to]) => to))].sort());
      if (JSON.stringify(was) === JSON.stringify(is)) return [];
      if (after.more?.unpriced?.includes(model) === true) return [`unpriced ${model}`];
      if (was.length > 0 && is.length === 0) return [`lost ${group} ${model}`];
      if (was.length === 0 && is.length > 0) return [`gained ${group} ${model}`];
      return [
        ...(is.length < was.length ? [`kept ${model}`] : []),
        ...(distinct(was) === distinct(is) ? [] : [`redirected ${model}`]),
      ];
    }),
  );
  return [...new Set(lines)].sort();
}

const TITLES: [RegExp, string][] = [
  [/^Can’t be called any more by clients of (.*)$/, 'lost'],
  [/^Can be called now by clients of (.*)$/, 'gained'],
  [/^Can’t be called until/, 'unpriced'],
  [/^Can still be called/, 'kept'],
  [/^Lead to another/, 'redirected'],
];

function fastConsequences(before: NewApiContext, after: NewApiContext): string[] {
  const lines = consequences(before, after).flatMap(({ title, names }) => {
    const text = inEnglish(title);
    const [pattern, kind] = TITLES.find(([each]) => each.test(text)) ?? [/^/, text];
    const groups = pattern.exec(text)?.[1]?.split(/, and |, | and /) ?? [null];
    return names.flatMap((one) =>
      groups.map((group) => [kind, ...(group === null ? [] : [group]), one.name].join(' ')),
    );
  });
  return lines.sort();
}

describe('the consequences of a change', () => {
  it('are those that asking for each group, model and channel gives', () => {
    fc.assert(
      fc.property(change, ({ channels, unpriced }) => {
        const before = { channels: channels.map(([from], id) => channel(id, from)), more: { unpriced } };
        const after = {
          ...before,
          channels: before.channels.map((one, id) => ({ ...one, ...channels[id]?.[1] })),
        };
        expect(fastConsequences(before, after)).toEqual(slowConsequences(before, after));
        for (const one of before.channels) {
          for (const model of NAMES) expect(upstreamName(one, model)).toBe(slowTarget(one, model));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('parse the mapping of a channel once, however many models and groups it has', () => {
    const models = Array.from({ length: 50 }, (_, index) => `model-${index}`);
    const map = JSON.stringify(Object.fromEntries(models.map((model) => [model, `to-${model}`])));
    const channels = Array.from({ length: 10 }, (_, id) =>
      channel(id, { models, groups: GROUPS, mapping: map }),
    );
    const context = { channels, more: { unpriced: [] } };
    const parse = vi.spyOn(JSON, 'parse');
    const computed = computeCall(context, 'disable_channels', { channels: [0, 1] });
    if ('success' in computed) throw new Error(computed.message);
    expect(inEnglish(consequences(context, computed.after)[0]?.title)).toContain('Can still be called');
    expect(parse.mock.calls.length).toBeLessThanOrEqual(channels.length + 2);
    parse.mockRestore();
  });

  it('name channels of the same name by their ids', () => {
    const channels = [1, 2, 3].map((id) => channel(id, { models: ['a', `m${id}`] }));
    const context = { channels, more: { unpriced: [] } };
    const computed = computeCall(context, 'remove_models', { channels: [1], patterns: ['a'] });
    if ('success' in computed) throw new Error(computed.message);
    const [{ names: [first] = [] } = {}] = consequences(context, computed.after);
    expect(inEnglish(first?.detail)).toBe('still by 2 "same" and 3 "same"');
  });
});

describe('patterns', () => {
  it('of any number end with a sentence instead of running for minutes', () => {
    const models = Array.from({ length: 200 }, (_, index) => `${'v'.repeat(5_000)}${index}`);
    const context = { channels: [channel(1, { models })], more: { unpriced: [] } };
    const patterns = Array.from({ length: 2_000 }, (_, index) => `*v*e*x${index}*`);
    expect(() => computeCall(context, 'remove_models', { channels: [1], patterns })).toThrow(
      expect.objectContaining({
        code: 'too-complex',
        message: 'There are too many patterns and models for Steward to compare them.',
      }),
    );
  });
});
