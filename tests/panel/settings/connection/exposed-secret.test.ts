import { expect, it } from 'vitest';
import {
  type ConnectionFormState,
  fieldsOf,
  formOf,
} from '@/src/panel/settings/connection/connection-form-state';
import { hostOfExposedSecret } from '@/src/panel/settings/connection/exposed-secret-note';
import type { Connection } from '@/src/schema/connection';

const FAR = 'http://proxy.example:8000/v1';
const stored: Connection = {
  id: 'c',
  label: 'Proxy',
  baseUrl: FAR,
  hasKey: true,
  headerNames: [],
  createdAtMs: 0,
};
const row = { rowId: 'r', name: 'X-Gate', value: 'open', isStored: false };

it.each<[string, Partial<ConnectionFormState>, Connection | null, string | null]>([
  ['a typed key', { baseUrl: FAR, key: 'x' }, null, 'proxy.example:8000'],
  ['a stored key', {}, stored, 'proxy.example:8000'],
  ['a header', { baseUrl: FAR, headers: [row] }, null, 'proxy.example:8000'],
  [
    'a stored header',
    { headers: [{ ...row, value: '', isStored: true }] },
    { ...stored, hasKey: false },
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
  ['a stored key that is to be removed', { removesKey: true }, stored, null],
  ['a stored key for another address', { baseUrl: 'http://other.example/v1' }, stored, null],
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
