import { describe, expect, it } from 'vitest';
import {
  type ConnectionFormState,
  formStateOf,
  isChanged,
  keepsStoredSecrets,
  saveCommand,
  savedFormState,
} from '@/src/panel/connection/connection-form-state';
import type { Connection } from '@/src/store/db';

const stored: Connection = {
  id: 'c',
  label: 'Proxy',
  baseUrl: 'http://127.0.0.1:8787/v1',
  hasKey: true,
  headerNames: ['X-Team'],
  createdAtMs: 0,
};

const row = (fields: Partial<ConnectionFormState['headers'][number]>) => ({
  rowId: 'r',
  name: 'X-Team',
  value: '',
  isStored: false,
  ...fields,
});

describe('timeouts', () => {
  it.each(['0', '-5', '3601', 'soon', '0.0001'])('of %s seconds are refused with the limits', (pause) => {
    const form = { ...formStateOf(stored), waits: { firstPiece: '', pause } };

    expect(() => saveCommand(form, stored)).toThrow(
      expect.objectContaining({ code: 'invalid-message', remedy: 'Enter 1 to 3600, or leave it empty.' }),
    );
  });

  it('that are stored are loaded into the form, and editing them is a change', () => {
    const waiting = { ...stored, waits: { firstPieceMs: 900_000, pauseMs: null } };
    const form = formStateOf(waiting);

    expect(form.waits).toEqual({ firstPiece: '900', pause: '' });
    expect(isChanged(form, waiting)).toBe(false);
    expect(isChanged({ ...form, waits: { ...form.waits, pause: '90' } }, waiting)).toBe(true);
    expect(savedFormState(saveCommand(form, waiting)).waits).toEqual(form.waits);
  });
});

describe('saving', () => {
  it('keeps untouched secrets', () => {
    expect(saveCommand(formStateOf(stored), stored)).toEqual({
      type: 'save-connection',
      connectionId: 'c',
      label: 'Proxy',
      baseUrl: stored.baseUrl,
      key: null,
      headers: [{ name: 'X-Team', value: null }],
      waits: { firstPieceMs: null, pauseMs: null },
    });
  });

  it.each([
    ['replaces the key', { key: ' sk-new ' }, { key: 'sk-new' }],
    ['removes the key', { removesKey: true }, { key: '' }],
    ['prefers a new key to removing the old', { key: 'sk-new', removesKey: true }, { key: 'sk-new' }],
    ['names a connection after its host', { label: ' ' }, { label: '127.0.0.1:8787' }],
    [
      'removes trailing slashes from the address',
      { baseUrl: ' http://127.0.0.1:8787/v1// ' },
      { baseUrl: stored.baseUrl },
    ],
    [
      'stores timeouts',
      { waits: { firstPiece: ' 900 ', pause: '1' } },
      { waits: { firstPieceMs: 900_000, pauseMs: 1_000 } },
    ],
    ['removes a header', { headers: [] }, { headers: [] }],
    ['omits empty rows', { headers: [row({ name: ' ' })] }, { headers: [] }],
    [
      'stores a header’s value',
      { headers: [row({ value: ' blue ' })] },
      { headers: [{ name: 'X-Team', value: 'blue' }] },
    ],
  ])('%s', (_, fields, expected) => {
    expect(saveCommand({ ...formStateOf(stored), ...fields }, stored)).toMatchObject(expected);
  });

  it.each([
    ['a header without a value', { headers: [row({})] }, 'The header X-Team has no value.'],
    [
      'a value without a name',
      { headers: [row({ name: '', value: 'x' })] },
      'A header has a value and no name.',
    ],
    [
      'a stored value for another address',
      { headers: [row({ isStored: true })], baseUrl: 'http://elsewhere/v1' },
      'The header X-Team has no value.',
    ],
  ])('refuses %s', (_, fields, message) => {
    expect(() => saveCommand({ ...formStateOf(stored), ...fields }, stored)).toThrow(
      expect.objectContaining({ code: 'invalid-message', message }),
    );
  });

  it('removes secrets from the form', () => {
    const form = { ...formStateOf(stored), key: 'sk-new', headers: [row({ value: 'blue' })] };
    const after = savedFormState(saveCommand(form, stored));
    expect(JSON.stringify(after)).not.toMatch(/sk-new|blue/);
    expect(isChanged(after, stored)).toBe(false);
  });

  it('removes a key in the address from the form', () => {
    const form = { ...formStateOf(stored), baseUrl: 'http://127.0.0.1:8787/sk-canary-0815/v1' };
    const saved = { ...stored, baseUrl: 'http://127.0.0.1:8787/•••/v1' };

    const after = savedFormState(saveCommand(form, stored));

    expect(after.baseUrl).toBe(saved.baseUrl);
    expect(isChanged(after, saved)).toBe(false);
  });
});

it.each([
  [{}, false],
  [{ label: 'Other' }, true],
  [{ baseUrl: 'http://elsewhere/v1' }, true],
  [{ key: 'x' }, true],
  [{ removesKey: true }, true],
  [{ headers: [] }, true],
  [{ headers: [row({ value: 'x', isStored: true })] }, true],
])('isChanged with %j is %s', (fields, expected) => {
  expect(isChanged({ ...formStateOf(stored), ...fields }, stored)).toBe(expected);
});

it.each([
  ['http://127.0.0.1:8787/v2', true],
  ['http://127.0.0.1:8788/v1', false],
  ['https://127.0.0.1:8787/v1', false],
  ['http://127.0', false],
  ['nothing', false],
])('keeps stored secrets for %s: %s', (baseUrl, expected) => {
  expect(keepsStoredSecrets({ ...formStateOf(stored), baseUrl }, stored)).toBe(expected);
  expect(keepsStoredSecrets({ ...formStateOf(stored), baseUrl }, null)).toBe(false);
});
