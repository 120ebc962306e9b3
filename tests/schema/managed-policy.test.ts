import { describe, expect, it } from 'vitest';
import { readPolicy } from '@/src/schema/managed-policy';
import { NO_POLICY } from '@/src/schema/values/managed-policy';

it('a policy whose list of tools has something else asks for the tools in it', () => {
  expect(readPolicy({ askTools: ['save_changes', 5] })).toMatchObject({
    askTools: ['save_changes'],
    mostPermission: 'read-only',
    invalid: ['askTools'],
  });
});

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
    [
      'an unknown entry, which may be a list of addresses,',
      { allowedEndpoint: ['https://a.example'] },
      ['allowedEndpoint'],
      { allowedPages: [], allowedEndpoints: [] },
    ],
    [
      'an unknown entry beside a list of addresses',
      { allowedPage: ['https://a.example'], allowedEndpoints: ['https://b.example'] },
      ['allowedPage'],
      { allowedPages: [], allowedEndpoints: ['https://b.example'] },
    ],
    ['a wrong value', { mostPermission: 'readonly' }, ['mostPermission'], {}],
    ['a welcome page that is neither on nor off', { welcomePage: 'no' }, ['welcomePage'], {}],
    ['a page that is no address', { allowedPages: ['corp.example'] }, ['allowedPages'], { allowedPages: [] }],
    [
      'an endpoint with a path',
      { allowedEndpoints: ['https://a.example/v1'] },
      ['allowedEndpoints'],
      { allowedEndpoints: [] },
    ],
    [
      'a page of a list that is no address',
      { allowedPages: ['https://a.example', 'corp.example'] },
      ['allowedPages'],
      { allowedPages: [] },
    ],
    ['a setting that there isn’t', { settings: { sound: true } }, ['settings.sound'], { settings: {} }],
    [
      'a setting that there isn’t beside one that there is',
      { settings: { isOn: false, typo: 1 }, connectionSettings: { pauseMs: 'long', wire: 'chat' } },
      ['settings.typo', 'connectionSettings.pauseMs'],
      { settings: { isOn: false }, connectionSettings: { wire: 'chat' } },
    ],
    [
      'a site without an origin beside another',
      {
        sites: [
          { name: 'A', color: 'red' },
          { origin: 'https://b.example', name: 'B', color: 'red' },
        ],
      },
      ['sites'],
      { sites: [{ origin: 'https://b.example', name: 'B', color: 'red' }] },
    ],
    ['a group that is none', { settings: ['isOn'] }, ['settings'], {}],
    ['a setting of several values', { chatSettings: { parameters: {} } }, ['chatSettings.parameters'], {}],
    [
      'names of every object',
      { constructor: 1, settings: { constructor: true } },
      ['constructor', 'settings.constructor'],
      { allowedPages: [], allowedEndpoints: [], settings: {} },
    ],
  ])('with %s is read-only, names it, and applies the rest', (_, entries, invalid, rest) => {
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
