import { describe, expect, it } from 'vitest';
import {
  type ConnectionFormState,
  fieldsOf,
  formOf,
  isSameAddress,
  keepsStoredSecrets,
  readConnection,
} from '@/src/panel/settings/connection/connection-form-state';
import { hostOfExposedSecret } from '@/src/panel/settings/connection/exposed-secret-note';
import { type HeaderRow, headerChanges, headerRows } from '@/src/panel/settings/connection/header-changes';
import type { Connection } from '@/src/schema/connection';
import { HOME } from '../../home-connection';

const stored: Connection = {
  ...HOME,
  id: 'c',
  label: 'Proxy',
  baseUrl: 'http://127.0.0.1:8787/v1',
  hasKey: true,
  headerNames: ['X-Team'],
};

const formStateOf = (connection: Connection) => formOf(fieldsOf(connection, ''));

const row = (fields: Partial<HeaderRow>) => ({
  rowId: 'r',
  name: 'X-Team',
  value: '',
  isStored: false,
  ...fields,
});

const commandOf = (form: ReturnType<typeof formStateOf>) => {
  const read = readConnection(form, stored);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.values;
};

it.each([
  [
    'an address',
    { baseUrl: 'a proxy', headers: [] },
    { baseUrl: expect.stringContaining('isn’t an http or https address') },
  ],
  ['a key', { key: 'Bearer ', headers: [] }, { key: expect.stringContaining('has no key') }],
  [
    'a login beside a stored key',
    { userName: 'ann', headers: [] },
    { key: expect.stringContaining('can’t both be sent') },
  ],
  [
    'a stored login beside a key',
    { key: 'sk-new', headers: [row({ name: 'Authorization', isStored: true })] },
    { key: expect.stringContaining('can’t both be sent') },
  ],
  [
    'a user name',
    { removesKey: true, userName: 'a:b', headers: [] },
    { userName: expect.stringContaining('a colon') },
  ],
  ['a timeout', { pauseMs: 'soon' }, { pauseMs: 'A number from 1 to 3600, or nothing.' }],
])('%s that can’t be used is refused at its field', (_, fields, problems) => {
  expect(readConnection({ ...formStateOf(stored), ...fields }, stored)).toEqual({ ok: false, problems });
});

it('stored timeouts are loaded into the form', () => {
  const form = formStateOf({ ...stored, waits: { firstPieceMs: 900_000, pauseMs: null } });
  expect(form).toMatchObject({ firstPieceMs: '900', pauseMs: '' });
});

it('a stored API is loaded into the form', () => {
  expect(formStateOf({ ...stored, wire: 'responses' })).toMatchObject({ wire: 'responses', pauseMs: '' });
});

describe('saving', () => {
  it('keeps untouched secrets', () => {
    expect(commandOf(formStateOf(stored))).toEqual({
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
      'names a connection after the preset with its address',
      { label: '', baseUrl: 'https://api.openai.com/v1/', headers: [] },
      { label: 'OpenAI' },
    ],
    ['completes the address', { baseUrl: '127.0.0.1:8787/v1' }, { baseUrl: stored.baseUrl }],
    [
      'removes trailing slashes from the address',
      { baseUrl: ' http://127.0.0.1:8787/v1// ' },
      { baseUrl: stored.baseUrl },
    ],
    [
      'stores timeouts',
      { firstPieceMs: ' 900 ', pauseMs: '1' },
      { waits: { firstPieceMs: 900_000, pauseMs: 1_000 } },
    ],
    ['stores the API', { wire: 'responses' }, { wire: 'responses' }],
    ['removes a header', { headers: [] }, { headers: [] }],
    ['omits empty rows', { headers: [row({ name: ' ' })] }, { headers: [] }],
    [
      'stores a header’s value',
      { headers: [row({ value: ' blue ' })] },
      { headers: [{ name: 'X-Team', value: 'blue' }] },
    ],
    [
      'sends a login in place of a key',
      { removesKey: true, headers: [], userName: 'ann', password: 'päss' },
      { key: '', headers: [{ name: 'Authorization', value: 'Basic YW5uOnDDpHNz' }] },
    ],
    [
      'replaces a stored login',
      { removesKey: true, headers: [row({ name: 'Authorization', isStored: true })], userName: 'ann' },
      { headers: [{ name: 'Authorization', value: 'Basic YW5uOg==' }] },
    ],
  ])('%s', (_, fields, expected) => {
    expect(commandOf({ ...formStateOf(stored), ...fields })).toMatchObject(expected);
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
    const read = readConnection({ ...formStateOf(stored), ...fields }, stored);
    expect(read).toEqual({ ok: false, problems: { headers: expect.stringContaining(message) } });
  });
});

describe('changed headers', () => {
  const NAMES = ['X-Team', 'X-Plan'];
  const change = (edit: (rows: HeaderRow[]) => HeaderRow[]) =>
    headerChanges(NAMES, edit(headerRows(NAMES, headerChanges(NAMES, headerRows(NAMES, NONE)))));
  const NONE = { removed: [], values: [], added: [] };
  const added = row({ name: 'X-New', value: 'v' });

  it.each([
    ['nothing', (rows: HeaderRow[]) => rows, ['X-Plan', 'X-Other']],
    ['a header was added', (rows: HeaderRow[]) => [...rows, added], ['X-Plan', 'X-Other', 'X-New']],
    ['one was removed', (rows: HeaderRow[]) => rows.filter(({ name }) => name !== 'X-Plan'), ['X-Other']],
    [
      'one got another value, which the other window removed',
      (rows: HeaderRow[]) => rows.map((one) => (one.name === 'X-Team' ? { ...one, value: 'v' } : one)),
      ['X-Plan', 'X-Other', 'X-Team'],
    ],
  ])('are kept when another window replaces a header: %s', (_, edit, names) => {
    const rows = headerRows(['X-Plan', 'X-Other'], change(edit));
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(rows.map(({ isStored }) => isStored)).toEqual(
      names.map((name) => name === 'X-Plan' || name === 'X-Other'),
    );
  });

  it('are none after the user took them back', () => {
    expect(change((rows) => [...rows, added].slice(0, -1))).toEqual(NONE);
  });
});

it.each([
  ['http://home/v1', 'http://home/v1/', true],
  ['127.0.0.1:8787/v1', 'http://127.0.0.1:8787/v1', true],
  [' HTTP://Home:80/v1', 'http://home/v1', true],
  ['http://home/sk-canary-0815/v1', 'http://home/•••/v1', true],
  ['http://home/v1', 'http://home/v2', false],
  ['http://home/v1', '', false],
])('%s and %s are the same address: %s', (a, b, expected) => {
  expect(isSameAddress(a, b)).toBe(expected);
});

it.each([
  ['http://127.0.0.1:8787/v2', true],
  ['127.0.0.1:8787', true],
  ['http://127.0.0.1:8788/v1', false],
  ['https://127.0.0.1:8787/v1', false],
  ['http://127.0', false],
  ['nothing', false],
])('keeps stored secrets for %s: %s', (baseUrl, expected) => {
  expect(keepsStoredSecrets({ ...formStateOf(stored), baseUrl }, stored)).toBe(expected);
  expect(keepsStoredSecrets({ ...formStateOf(stored), baseUrl }, null)).toBe(false);
});

const FAR = 'http://proxy.example:8000/v1';
const FAR_STORED: Connection = { ...stored, baseUrl: FAR, headerNames: [] };
const GATE = row({ name: 'X-Gate', value: 'open' });

it.each<[string, Partial<ConnectionFormState>, Connection | null, string | null]>([
  ['a typed key', { baseUrl: FAR, key: 'x' }, null, 'proxy.example:8000'],
  ['a stored key', {}, FAR_STORED, 'proxy.example:8000'],
  ['a header', { baseUrl: FAR, headers: [GATE] }, null, 'proxy.example:8000'],
  [
    'a stored header',
    { headers: [{ ...GATE, value: '', isStored: true }] },
    { ...FAR_STORED, hasKey: false },
    'proxy.example:8000',
  ],
  ['a key in the path', { baseUrl: 'http://proxy.example/sk-canary-0815/v1' }, null, 'proxy.example'],
  ['a hidden key in the path', { baseUrl: 'http://proxy.example/•••/v1' }, null, 'proxy.example'],
  [
    'a key to a machine in the local network',
    { baseUrl: 'http://192.168.1.4:8000/v1', key: 'x' },
    null,
    '192.168.1.4:8000',
  ],
  [
    'a key to a name that starts with localhost',
    { baseUrl: 'http://localhost.example/v1', key: 'x' },
    null,
    'localhost.example',
  ],
  [
    'a key to a name that starts with 127.0.0.1',
    { baseUrl: 'http://127.0.0.1.example/v1', key: 'x' },
    null,
    '127.0.0.1.example',
  ],
  ['a key over https', { baseUrl: 'https://proxy.example/v1', key: 'x' }, null, null],
  ['no key', { baseUrl: FAR }, null, null],
  ['a stored key that is to be removed', { removesKey: true }, FAR_STORED, null],
  ['a stored key for another address', { baseUrl: 'http://other.example/v1' }, FAR_STORED, null],
  ['a key to this machine', { baseUrl: 'http://127.0.0.1:8787/v1', key: 'x' }, null, null],
  ['a key to another address of this machine', { baseUrl: 'http://127.8.9.1/v1', key: 'x' }, null, null],
  ['a key to localhost', { baseUrl: 'http://LOCALHOST:1/v1', key: 'x' }, null, null],
  ['a key to a subdomain of localhost', { baseUrl: 'http://proxy.localhost/v1', key: 'x' }, null, null],
  ['a key to this machine by IPv6', { baseUrl: 'http://[::1]:8787/v1', key: 'x' }, null, null],
  ['a key to this machine by mapped IPv4', { baseUrl: 'http://[::ffff:127.0.0.1]/v1', key: 'x' }, null, null],
  ['a key and no address yet', { baseUrl: 'http', key: 'x' }, null, null],
])('returns the host for %s', (_, fields, connection, host) => {
  expect(hostOfExposedSecret({ ...formOf(fieldsOf(connection, '')), ...fields }, connection)).toBe(host);
});
