import { expect, it } from 'vitest';
import { z } from 'zod';
import { contextWithState } from '@/src/core/adapter/context-with-state';
import type { Json } from '@/src/core/json';

const json = z.json() as z.ZodType<Json>;
const rulesOf = (context: Json) => ({ rules: (context as { rules: Json }).rules });

it.each<[string, Parameters<typeof contextWithState>[0], Json, Json, Json | null]>([
  [
    'takes the state’s members over',
    { contextSchema: json, restorableState: rulesOf },
    { rules: [1], models: ['m'] },
    { rules: [2] },
    { rules: [2], models: ['m'] },
  ],
  [
    'gives up where the state isn’t part of the context',
    { contextSchema: json, restorableState: () => ({ rules: 'elsewhere' }) },
    { held: { rules: [1] } },
    { rules: [2] },
    null,
  ],
  [
    'gives up where the page could not be like that',
    { contextSchema: z.strictObject({ rules: z.array(z.number()) }), restorableState: rulesOf },
    { rules: [1] },
    { rules: ['x'] },
    null,
  ],
  ['gives up on a list', { contextSchema: json, restorableState: (context) => context }, [1], [2], null],
])('a context with another state %s', (_, adapter, context, state, expected) => {
  expect(contextWithState(adapter, context, state)).toEqual(expected);
});
