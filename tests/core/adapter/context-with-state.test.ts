import { expect, it } from 'vitest';
import { z } from 'zod';
import { contextWithState } from '@/src/core/adapter/context-with-state';
import type { Json } from '@/src/schema/values/json';

const json = z.json() as z.ZodType<Json>;
const rulesOf = (context: Json) => ({ rules: (context as { rules: Json }).rules });

it.each<[string, Parameters<typeof contextWithState>[0], Json, Json, Json | null]>([
  [
    'replaces the state’s members',
    { contextSchema: json, restorableState: rulesOf },
    { rules: [1], models: ['m'] },
    { rules: [2] },
    { rules: [2], models: ['m'] },
  ],
  [
    'is null if the state isn’t part of the context',
    { contextSchema: json, restorableState: () => ({ rules: 'elsewhere' }) },
    { held: { rules: [1] } },
    { rules: [2] },
    null,
  ],
  [
    'is null if the result doesn’t fit the schema',
    { contextSchema: z.strictObject({ rules: z.array(z.number()) }), restorableState: rulesOf },
    { rules: [1] },
    { rules: ['x'] },
    null,
  ],
  ['is null for a list', { contextSchema: json, restorableState: (context) => context }, [1], [2], null],
])('a context with another state %s', (_, adapter, context, state, expected) => {
  expect(contextWithState(adapter, context, state)).toEqual(expected);
});
