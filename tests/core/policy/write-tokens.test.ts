import { describe, expect, it } from 'vitest';
import { createWriteTokens, TOKEN_LIFE_MS } from '@/src/core/policy/write-tokens';
import { stateEffect, stepEffect, type WriteFacts, type WriteToken } from '@/src/core/records/write-token';

const facts: WriteFacts = {
  executionId: 'e',
  chatId: 'c',
  place: { origin: 'http://notes.test', tabId: 7 },
  expected: { document: 'd', stateHash: 'h' },
  effectHash: stepEffect('add_note', { text: 'ale' }),
};

function createOffice() {
  let nowMs = 1_000;
  let ids = 0;
  const office = createWriteTokens({
    clock: { now: () => nowMs },
    ids: {
      newId() {
        ids += 1;
        return `id-${ids}`;
      },
    },
  });
  return {
    ...office,
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

function why(burn: () => void): string | null {
  try {
    burn();
    return null;
  } catch (error) {
    const { code, details } = error as { code: string; details: string };
    return `${code}, ${details}`;
  }
}

describe('a token', () => {
  it('contains the change, the basis of its authorization, and its expiry', () => {
    const { issuer } = createOffice();
    const more = {
      extra: 'left out',
      place: { ...facts.place, path: '/left-out' },
      expected: { ...facts.expected, order: 1 },
    };
    expect(issuer.issue({ ...facts, ...more }, 'policy')).toEqual({
      ...facts,
      basis: 'policy',
      expiresAtMs: 1_000 + TOKEN_LIFE_MS,
      nonce: 'id-1',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('authorizes its change once, on the page for which it was issued', () => {
    const { issuer, checker } = createOffice();
    const token = issuer.issue(facts, 'approval');
    expect(checker.consume(token, facts)).toEqual(facts.expected);
    expect(why(() => checker.consume(token, facts))).toBe('write-refused, token: unknown-or-used');
  });

  it('is unique, even for the same change', () => {
    const { issuer, checker } = createOffice();
    const [one, other] = [issuer.issue(facts, 'policy'), issuer.issue(facts, 'policy')];
    expect(one.digest).not.toBe(other.digest);
    expect(why(() => checker.consume(one, facts))).toBeNull();
    expect(why(() => checker.consume(other, facts))).toBeNull();
  });

  it.each([
    [TOKEN_LIFE_MS - 1, null],
    [TOKEN_LIFE_MS, 'write-refused, token: expired'],
  ])('after %d ms', (ms, expected) => {
    const { issuer, checker, pass } = createOffice();
    const token = issuer.issue(facts, 'policy');
    pass(ms);
    expect(why(() => checker.consume(token, facts))).toBe(expected);
  });

  it('is forgotten after its expiry when the next one is issued', () => {
    const { issuer, checker, pass } = createOffice();
    const token = issuer.issue(facts, 'policy');
    pass(TOKEN_LIFE_MS);
    issuer.issue(facts, 'policy');
    expect(why(() => checker.consume(token, facts))).toBe('write-refused, token: unknown-or-used');
  });

  it.each<[string, Partial<WriteFacts>]>([
    ['call', { executionId: 'f' }],
    ['chat', { chatId: 'd' }],
    ['tab', { place: { ...facts.place, tabId: 8 } }],
    ['site', { place: { ...facts.place, origin: 'http://other.test' } }],
    ['step', { effectHash: stepEffect('add_note', { text: 'bun' }) }],
    ['tool', { effectHash: stepEffect('remove_note', { text: 'ale' }) }],
    ['kind of change', { effectHash: stateEffect({ text: 'ale' }) }],
  ])('is refused for another %s, and consumed by that', (_what, other) => {
    const { issuer, checker } = createOffice();
    const token = issuer.issue(facts, 'policy');
    expect(why(() => checker.consume(token, { ...facts, ...other }))).toBe(
      'write-refused, token: other-change',
    );
    expect(why(() => checker.consume(token, facts))).toBe('write-refused, token: unknown-or-used');
  });

  it.each<[string, (token: WriteToken) => Partial<WriteToken>]>([
    ['basis', () => ({ basis: 'user' })],
    ['expiry', ({ expiresAtMs }) => ({ expiresAtMs: expiresAtMs + 1 })],
    ['effect', () => ({ effectHash: 'x' })],
    ['state', ({ expected }) => ({ expected: { ...expected, stateHash: 'i' } })],
    ['document', ({ expected }) => ({ expected: { ...expected, document: 'e' } })],
    ['digest', () => ({ digest: '0'.repeat(64) })],
  ])('whose %s was altered is refused', (_what, alter) => {
    const { issuer, checker } = createOffice();
    const token = issuer.issue(facts, 'policy');
    expect(why(() => checker.consume({ ...token, ...alter(token) }, facts))).toBe(
      'write-refused, token: altered',
    );
  });

  it('of an earlier worker is refused, like a missing one', () => {
    const earlier = createOffice().issuer.issue(facts, 'user');
    const { checker } = createOffice();
    expect(why(() => checker.consume(earlier, facts))).toBe('write-refused, token: unknown-or-used');
    expect(why(() => checker.consume(null, facts))).toBe('write-refused, token: missing');
    expect(why(() => checker.consume(undefined, facts))).toBe('write-refused, token: missing');
  });
});
