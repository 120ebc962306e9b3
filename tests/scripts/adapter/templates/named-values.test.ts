import { describe, expect, it } from 'vitest';
import { listValues, namedValues, setMessage } from '@/scripts/adapter/templates/named-values';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { shownResults } from '@/src/panel/conversation/result-views/read-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { inEnglish } from '../../../in-english';

/** Name of the value that can't be changed. */
const LOCKED = 'locked';

const { diffContext, diffState, encodeContext, resultViews, takeable } = namedValues<JsonObject, JsonObject>({
  valuesOf: (state) => state,
  stateOf: (values) => values,
  lockedIn: (context) => (LOCKED in context ? [LOCKED] : []),
  noun: 'rate limit',
  readWith: 'list_limits',
});

describe('named values', () => {
  it.each<[string, JsonObject, JsonObject, object[]]>([
    ['equal values', { a: 1 }, { a: 1 }, []],
    ['an added value', {}, { a: 1 }, [{ kind: 'added', text: 'switch "a": 1' }]],
    ['a removed value', { a: 1 }, {}, [{ kind: 'removed', text: 'switch "a": 1' }]],
    ['a modified value', { a: 1 }, { a: 2 }, [{ kind: 'modified', text: 'switch "a": 1 → 2' }]],
    ['a switch', { a: false }, { a: true }, [{ kind: 'modified', text: 'switch "a": no → yes' }]],
    [
      'the fields of an object, and no others',
      { a: { rollout: 0, on: false, note: 'x', limits: { max: 1, min: 0 } } },
      { a: { rollout: 25, on: true, note: 'x', limits: { max: 2, min: 0 } } },
      [{ kind: 'modified', text: 'switch "a": rollout: 0 → 25, on: no → yes and limits.max: 1 → 2' }],
    ],
    [
      'a field that is new, and one that is gone',
      { a: { old: null, 'odd name': ['x'] } },
      { a: { new: 'no' } },
      [{ kind: 'modified', text: 'switch "a": "odd name": ["x"] → none and new: none → "no"' }],
    ],
    ['an added object', {}, { a: { on: true } }, [{ kind: 'added', text: 'switch "a": {"on":true}' }]],
    ['an added empty object', {}, { a: {} }, [{ kind: 'added', text: 'switch "a": {}' }]],
    [
      'a name like a member of objects',
      { constructor: 1 },
      {},
      [{ kind: 'removed', text: 'switch "constructor": 1' }],
    ],
  ])('differ by %s', (_, from, to, differences) => {
    expect(inEnglish(diffState(from, to))).toEqual(differences);
  });

  it('report a change with its type, time and values', () => {
    expect(diffContext({ a: 1 }, { a: 2 }, 0)).toEqual([
      { type: 'rate_limit_modified', timestamp: '1970-01-01T00:00:00.000Z', name: 'a', from: 1, to: 2 },
    ]);
  });

  it('report a value that can’t be changed any more, and one that can again', () => {
    const types = (from: JsonObject, to: JsonObject) => diffContext(from, to, 0).map(({ type }) => type);
    expect(types({}, { locked: 1 })).toEqual(['rate_limit_added', 'rate_limit_locked']);
    expect(types({ locked: 1 }, {})).toEqual(['rate_limit_removed', 'rate_limit_unlocked']);
  });

  it.each<[string, JsonObject, JsonObject, JsonObject, string | null]>([
    ['of which all can be restored', { a: 1 }, { a: 2 }, { a: 2 }, null],
    ['with one that is in use', { a: 1, locked: 1 }, { a: 2, locked: 2 }, { a: 2, locked: 1 }, '"locked"'],
    [
      'with one that is in use and the same',
      { a: 1, locked: 1 },
      { a: 2, locked: 1 },
      { a: 2, locked: 1 },
      null,
    ],
    ['with one that is new', { a: 1, b: 1 }, { a: 2 }, { a: 2, b: 1 }, '"b"'],
    ['with one that is gone', { a: 1 }, { a: 2, b: 1 }, { a: 2 }, '"b"'],
    ['with a name like a member of objects', { constructor: 1 }, {}, { constructor: 1 }, '"constructor"'],
  ])('%s are restored as far as the page takes them', (_, now, wanted, state, names) => {
    const taken = takeable(now, wanted, now);
    expect(taken.state).toEqual(state);
    expect(inEnglish(taken.left)).toEqual(
      names === null ? [] : [`Stays as it is now, since it is in use, new or gone: ${names}`],
    );
  });

  it('say which can’t be changed', () => {
    expect(encodeContext({ a: 1, locked: 2 }, 1_000)).toBe('"a": 1\n"locked": 2 (in use, can’t be changed)');
  });

  it('are encoded within the budget, with a count of those left out', () => {
    const values = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`name-${index}`, index]));
    const text = encodeContext(values, 100);
    expect(estimateTokens(text)).toBeLessThanOrEqual(100);
    expect(text).toMatch(/^"name-0": 0\n[\s\S]*\nand \d+ more: list_limits lists them\.$/);
    expect(encodeContext(values, Number.POSITIVE_INFINITY).split('\n')).toHaveLength(1_000);
  });

  it('are listed in parts', () => {
    const values = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`n${index}`, index]));
    expect(listValues(values, 0).message).toBe('Lists 200 of 250; the next begin at offset 200.');
    expect(listValues(values, 200).data?.values).toHaveLength(50);
  });

  it('are shown with their values where a result lists them', () => {
    const { data = {} } = listValues({ ada: 100, beta: true, linus: { max: 1 } }, 0);
    expect(shownResults(data, Object.values(resultViews).flat())).toEqual([
      {
        kind: 'table',
        heading: '3 switches',
        titles: ['Name', 'Value'],
        rows: [
          ['ada', '100'],
          ['beta', say('conversation.result.isTrue')],
          ['linus', '{"max":1}'],
        ],
      },
    ]);
  });

  it.each<[string, Json, Json, string]>([
    ['a number', 100, 7, 'Set ada to 7 (was 100).'],
    ['a switch', false, true, 'Set ada to on (was off).'],
    ['a text', '', 'x', 'Set ada to "x" (was "").'],
  ])('have a message for a call that sets %s', (_, from, to, message) => {
    expect(setMessage('ada', from, to)).toBe(message);
  });
});
