import { expect, it } from 'vitest';
import { createWriteTokens, TOKEN_LIFE_MS } from '@/src/core/policy/write-tokens';
import { createProblems } from './problems';
import { createTokenExpiries } from './token-expiries';

const facts = {
  executionId: 'call',
  chatId: 'chat',
  place: { origin: 'http://notes.test', tabId: 1 },
  expected: { document: 'd', stateHash: 'state' },
  effectHash: 'effect',
};

function setUp() {
  let nowMs = 0;
  let ids = 0;
  const clock = { now: () => nowMs };
  const problems = createProblems();
  const expiries = createTokenExpiries({ clock, problems });
  const newId = () => {
    ids += 1;
    return `id-${ids}`;
  };
  const { issuer, checker } = expiries.watch(createWriteTokens({ clock, ids: { newId } }));
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { issuer, checker, pass, expiries, problems };
}

it('records an expiry when two waits together exceed the life of a write token', () => {
  const { issuer, checker, pass, expiries, problems } = setUp();
  const token = issuer.issue(facts, 'policy');
  pass(TOKEN_LIFE_MS * 0.6);
  pass(TOKEN_LIFE_MS * 0.6);
  expect(() => checker.consume(token, facts)).toThrow();
  expect(expiries.hasExpired('call')).toBe(true);
  expect(() => problems.assertNone()).not.toThrow();
});

it('reports a write token that is refused before it expires', () => {
  const { issuer, checker, expiries, problems } = setUp();
  const token = issuer.issue(facts, 'policy');
  expect(() => checker.consume(token, { ...facts, effectHash: 'another' })).toThrow();
  expect(expiries.hasExpired('call')).toBe(false);
  expect(() => problems.assertNone()).toThrow('refused after 0 ms');
});
