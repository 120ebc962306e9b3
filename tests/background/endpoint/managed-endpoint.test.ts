import { expect, it } from 'vitest';
import { managedEndpoint } from '@/src/background/endpoint/ai-services';
import type { Endpoint } from '@/src/core/records/endpoint';
import { type ManagedPolicy, NO_POLICY } from '@/src/schema/values/managed-policy';

const ENDPOINT: Endpoint = { baseUrl: 'http://a.test/v1', key: null, headers: {} };

it.each<[string, Partial<Endpoint>, ManagedPolicy['connectionSettings'], Partial<Endpoint>]>([
  [
    'the user’s',
    { wire: 'chat', waits: { firstPieceMs: 1, pauseMs: null } },
    {},
    { wire: 'chat', waits: { firstPieceMs: 1, pauseMs: null } },
  ],
  [
    'the organisation’s, and the user’s beside them',
    { wire: 'chat', waits: { firstPieceMs: 1, pauseMs: 2 } },
    { wire: 'responses', pauseMs: 5 },
    { wire: 'responses', waits: { firstPieceMs: 1, pauseMs: 5 } },
  ],
  [
    'the organisation’s, which finds the API',
    { wire: 'chat' },
    { wire: null },
    { wire: undefined, waits: { firstPieceMs: null, pauseMs: null } },
  ],
])('the settings of a connection are %s', (_, own, connectionSettings, expected) => {
  expect(managedEndpoint({ ...ENDPOINT, ...own }, { ...NO_POLICY, connectionSettings })).toEqual({
    ...ENDPOINT,
    ...expected,
  });
});
