import { hashJson } from '@/src/core/hash';
import { TOKEN_LIFE_MS } from '@/src/core/policy/write-tokens';
import type { WriteToken } from '@/src/core/records/write-token';
import type { Json } from '@/src/schema/values/json';
import type { TokenRig, WantedChange } from './token-rig';

/**
 * A way to make a change without authorization. Resolves with the error codes of all attempts that must be
 * refused; null means that a change reached the page.
 */
export interface TokenAttack {
  name: string;
  attempt(rig: TokenRig, change: WantedChange): Promise<(string | null)[]>;
}

const valid = (rig: TokenRig, change: WantedChange) => rig.issuer.issue(rig.factsOf(change), 'policy');

/** A correct digest, which anyone can compute. */
function signed({ digest: _, ...unsigned }: WriteToken): WriteToken {
  return { ...unsigned, digest: hashJson(unsigned as unknown as Json) };
}

/** One attempt, with a token derived from a valid one. */
function withToken(name: string, make: (token: WriteToken, change: WantedChange) => unknown): TokenAttack {
  return {
    name,
    attempt: async (rig, change) => [await rig.attempt(change, make(valid(rig, change), change))],
  };
}

/** Each member of a token, with another value. */
const ALTERATIONS: [name: string, alter: (token: WriteToken) => WriteToken][] = [
  ['execution', (token) => ({ ...token, executionId: `${token.executionId}-` })],
  ['chat', (token) => ({ ...token, chatId: 'other-chat' })],
  ['origin', (token) => ({ ...token, place: { ...token.place, origin: 'http://other.example' } })],
  ['tab', (token) => ({ ...token, place: { ...token.place, tabId: token.place.tabId + 1 } })],
  ['state hash', (token) => ({ ...token, expected: { ...token.expected, stateHash: 'b'.repeat(64) } })],
  ['document', (token) => ({ ...token, expected: { ...token.expected, document: 'other' } })],
  ['effect', (token) => ({ ...token, effectHash: 'c'.repeat(64) })],
  ['basis', (token) => ({ ...token, basis: 'user' })],
  ['expiry', (token) => ({ ...token, expiresAtMs: token.expiresAtMs + 1 })],
  ['nonce', (token) => ({ ...token, nonce: `${token.nonce}0` })],
];

const altered: TokenAttack[] = ALTERATIONS.flatMap(([member, alter]) => [
  withToken(`altered: ${member}`, alter),
  withToken(`altered and signed again: ${member}`, (token) => signed(alter(token))),
]);

/** Values that aren't tokens. */
const missing: TokenAttack[] = [
  ['null', null],
  ['undefined', undefined],
  ['a string', 'token'],
  ['true', true],
  ['an empty object', {}],
  ['a list', []],
].map(([name, token]) => withToken(`missing: ${name}`, () => token));

const forged: TokenAttack[] = [
  {
    name: 'forged: all facts right, self-signed',
    async attempt(rig, change) {
      const unsigned = {
        ...rig.factsOf(change),
        basis: 'user' as const,
        expiresAtMs: Number.MAX_SAFE_INTEGER,
        nonce: 'n',
        digest: '',
      };
      return [await rig.attempt(change, signed(unsigned))];
    },
  },
  withToken('forged: no digest', ({ digest: _, ...token }) => token),
  withToken('forged: an empty digest', (token) => ({ ...token, digest: '' })),
  withToken('forged: a digest of the prototype', (token) => ({ ...token, digest: '__proto__' })),
  {
    name: 'forged: a token for something else that reads differently when read again',
    async attempt(rig, change) {
      const wanted = rig.factsOf(change).effectHash;
      const { effectHash, ...token } = valid(rig, { ...change, body: {} });
      let reads = 0;
      const get = () => {
        reads += 1;
        return reads === 1 ? effectHash : wanted;
      };
      return [
        await rig.attempt(change, Object.defineProperty(token, 'effectHash', { enumerable: true, get })),
      ];
    },
  },
];

const reused: TokenAttack[] = [
  {
    name: 'replayed',
    async attempt(rig, change) {
      const token = valid(rig, change);
      await rig.attempt(change, token);
      return [await rig.attempt(change, token), await rig.attempt(change, token)];
    },
  },
  {
    name: 'replayed as a copy',
    async attempt(rig, change) {
      const token = valid(rig, change);
      const copy = JSON.parse(JSON.stringify(token));
      await rig.attempt(change, copy);
      return [await rig.attempt(change, token), await rig.attempt(change, structuredClone(token))];
    },
  },
  {
    name: 'replayed at the same moment',
    async attempt(rig, change) {
      const token = valid(rig, change);
      const codes = await Promise.all([1, 2, 3].map(() => rig.attempt(change, token)));
      const first = codes.indexOf(null);
      return codes.filter((_, index) => index !== first);
    },
  },
  {
    name: 'used again after a refusal',
    async attempt(rig, change) {
      const token = valid(rig, change);
      const other = { ...change, executionId: `${change.executionId}-other` };
      return [await rig.attempt(other, token), await rig.attempt(change, token)];
    },
  },
  {
    name: 'expired',
    async attempt(rig, change) {
      const token = valid(rig, change);
      rig.passTime(TOKEN_LIFE_MS);
      return [await rig.attempt(change, token)];
    },
  },
  {
    name: 'expired, with others issued since',
    async attempt(rig, change) {
      const token = valid(rig, change);
      rig.passTime(TOKEN_LIFE_MS + 1);
      valid(rig, { ...change, executionId: 'later' });
      return [await rig.attempt(change, token)];
    },
  },
  {
    name: 'of an earlier worker',
    async attempt(rig, change) {
      return [await rig.attempt(change, rig.earlierIssuer.issue(rig.factsOf(change), 'approval'))];
    },
  },
];

/** Attempts to use a valid token for something other than it was issued for. */
const MISUSES: [
  name: string,
  use: (rig: TokenRig, change: WantedChange, token: WriteToken) => Promise<string | null>,
][] = [
  ['another chat', (rig, change, token) => rig.attempt(change, token, rig.otherChat)],
  [
    'another tab',
    (rig, change, token) => {
      rig.moveToTab(2);
      return rig.attempt(change, token);
    },
  ],
  [
    'another origin',
    (rig, change, token) => {
      rig.moveToOrigin('http://notes.example:81');
      return rig.attempt(change, token);
    },
  ],
  ['another call', (rig, change, token) => rig.attempt({ ...change, executionId: 'x' }, token)],
  [
    'another body',
    (rig, change, token) => rig.attempt({ ...change, body: { ...change.body, more: true } }, token),
  ],
  [
    'another tool',
    (rig, change, token) => rig.attempt({ ...change, kind: 'execute', tool: `${change.tool}_all` }, token),
  ],
  [
    'a state instead of a step, or a step instead of a state',
    (rig, change, token) =>
      rig.attempt({ ...change, kind: change.kind === 'execute' ? 'apply-state' : 'execute' }, token),
  ],
];

const misused: TokenAttack[] = MISUSES.map(([name, use]) => ({
  name: `valid, but used for ${name}`,
  attempt: async (rig, change) => [await use(rig, change, valid(rig, change))],
}));

const ofRead: TokenAttack = {
  name: 'made for a read',
  async attempt(rig, change) {
    const read = { ...change, kind: 'execute' as const, tool: 'list_models', body: {} };
    return [await rig.attempt(change, valid(rig, read))];
  },
};

/** All attacks. */
export const TOKEN_ATTACKS: readonly TokenAttack[] = [
  ...missing,
  ...forged,
  ...altered,
  ...reused,
  ...misused,
  ofRead,
];
