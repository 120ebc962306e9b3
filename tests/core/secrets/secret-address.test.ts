import { describe, expect, it } from 'vitest';
import { shownAddress, withSecretSegments } from '@/src/core/secrets/secret-address';

const UUID = '0b0f7f0e-43c1-4f0a-9c2f-7f1f6a1d2e3c';

describe('an address for display', () => {
  it.each([
    ['http://127.0.0.1:8787/v1', 'http://127.0.0.1:8787/v1'],
    ['https://host.test/sk-canary-0815/v1', 'https://host.test/•••/v1'],
    [`https://host.test/${UUID}/v1`, 'https://host.test/•••/v1'],
    ['https://host.test/gw/a1b2c3d4e5f6a7b8c9d0/v1', 'https://host.test/gw/•••/v1'],
    ['https://host.test/key/hunter2/v1', 'https://host.test/key/•••/v1'],
    ['https://user:pass@host.test/v1?key=x#y', 'https://host.test/v1'],
    [
      'https://host.test/openai/deployments/gpt-4o-mini-2024-07-18',
      'https://host.test/openai/deployments/gpt-4o-mini-2024-07-18',
    ],
    ['https://host.test/api/v1beta/openai', 'https://host.test/api/v1beta/openai'],
    ['nonsense', 'nonsense'],
  ])('%s is %s', (address, shown) => expect(shownAddress(address)).toBe(shown));
});

describe('an address edited in its displayed form', () => {
  const stored = 'https://host.test/sk-canary-0815/v1';
  it.each([
    ['is unchanged without a hidden segment', 'https://other.test/v2', stored, 'https://other.test/v2'],
    ['keeps the hidden segment', 'https://host.test/•••/v1', stored, stored],
    [
      'keeps it on another path',
      'https://host.test/x/•••/v2',
      stored,
      'https://host.test/x/sk-canary-0815/v2',
    ],
    ['is refused at another origin', 'https://other.test/•••/v1', stored, null],
    ['is refused with more of them', 'https://host.test/•••/•••', stored, null],
    ['is refused without a stored one', 'https://host.test/•••/v1', null, null],
    ['is refused if nothing is hidden', 'https://host.test/•••/v1', 'https://host.test/v1', null],
  ])('%s', (_, typed, kept, address) => expect(withSecretSegments(typed, kept)).toBe(address));
});
