import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyData } from './copy-data';

it('copies like structuredClone, whatever the keys and values are', () => {
  fc.assert(
    fc.property(
      fc.object({
        withTypedArray: true,
        withDate: true,
        key: fc.oneof(fc.string(), fc.constant('__proto__')),
      }),
      (value) => {
        const copy = copyData(value);
        expect(copy).toStrictEqual(structuredClone(value));
        expect(copy).not.toBe(value);
      },
    ),
  );
});

it('throws for values that can’t be cloned', () => {
  expect(() => copyData({ act: () => undefined })).toThrow('could not be cloned');
});
