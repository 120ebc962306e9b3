import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { mapSchema } from '@/src/schema/map-schema';

const schema = mapSchema(z.string().max(20), z.strictObject({ list: z.array(z.string()) }));

it('keeps every key, whatever its name', () => {
  const key = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'),
    fc.string({ maxLength: 20 }),
  );
  const entries = fc.uniqueArray(fc.tuple(key, fc.record({ list: fc.array(fc.string()) })), {
    selector: ([name]) => name,
  });
  fc.assert(
    fc.property(entries, (members) => {
      const map = Object.fromEntries(members);
      const parsed = schema.parse(map);
      expect(JSON.stringify(parsed)).toBe(JSON.stringify(map));
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    }),
  );
});

it.each([
  ['a value that is not an object', 'x', ''],
  ['a list', [], ''],
  ['nothing', null, ''],
  ['a key that is too long', { ['x'.repeat(21)]: { list: [] } }, 'x'.repeat(21)],
  ['a value that does not fit', JSON.parse('{"__proto__":{"list":[1]}}'), '__proto__.list.0'],
])('rejects %s, and names the place', (_, value, place) => {
  const { error } = schema.safeParse(value);
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([place]);
});
