import { describe, expect, it } from 'vitest';
import { readPolicy } from '@/src/schema/managed-policy';
import { NO_POLICY } from '@/src/schema/values/managed-policy';

describe('a policy', () => {
  it('has what its entries say', () => {
    const entries = {
      mostPermission: 'ask-every-change',
      allowedPages: ['https://*.corp.example', 'http://127.0.0.1:8317'],
      settings: { voiceInput: false, logLevel: 'info' },
      chatSettings: { keepsSessionLog: false, tokenBudget: null },
      sites: [{ origin: 'https://proxy.corp.example', name: 'PRODUCTION', color: 'red' }],
    };
    expect(readPolicy(entries)).toEqual({ ...NO_POLICY, ...entries });
  });

  it.each([
    ['an unknown entry', { allowedPage: ['https://a.example'] }, ['allowedPage'], {}],
    ['a wrong value', { mostPermission: 'readonly' }, ['mostPermission'], {}],
    ['a page that is no address', { allowedPages: ['corp.example'] }, ['allowedPages'], { allowedPages: [] }],
    [
      'an endpoint with a path',
      { allowedEndpoints: ['https://a.example/v1'] },
      ['allowedEndpoints'],
      { allowedEndpoints: [] },
    ],
    ['a setting that there isn’t', { settings: { sound: true } }, ['settings'], { settings: {} }],
    ['a setting of several values', { chatSettings: { parameters: {} } }, ['chatSettings'], {}],
    ['a name of every object', { constructor: 1 }, ['constructor'], {}],
  ])('with %s is read-only, names it, and allows nothing by it', (_, entries, invalid, rest) => {
    const policy = readPolicy({ askTools: ['save_changes'], ...entries });
    expect(policy).toEqual({
      ...NO_POLICY,
      askTools: ['save_changes'],
      ...rest,
      mostPermission: 'read-only',
      invalid,
    });
  });
});
