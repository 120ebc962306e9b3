import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Dexie from 'dexie';

/** A database as a build wrote it: what IndexedDB stores, without the library that wrote it. */
export interface FrozenDatabase {
  schema: FrozenSchema;
  rows: { store: string; row: unknown }[];
}

interface FrozenSchema {
  /** IndexedDB's own version: Dexie's times ten. */
  version: number;
  stores: Record<string, { keyPath: KeyPath | null; autoIncrement: boolean; indexes: Record<string, Index> }>;
}

type KeyPath = string | string[];
type Index = { keyPath: KeyPath; unique: boolean; multiEntry: boolean };

function pathOf(name: string): string {
  return join(import.meta.dirname, `../fixtures/databases/${name}.ndjson`);
}

/** Reads a frozen database: its schema in the first line, then one line for each row. */
export function readFrozen(name: string): FrozenDatabase {
  const [schema, ...rows] = readFileSync(pathOf(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { schema, rows };
}

/** Writes a frozen database to its file. */
export function writeFrozen(name: string, { schema, rows }: FrozenDatabase): void {
  writeFileSync(pathOf(name), [schema, ...rows].map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Reads a whole database that no connection is changing. */
export async function freezeDatabase(name: string): Promise<FrozenDatabase> {
  const db = await resultOf(factory().open(name));
  const schema: FrozenSchema = { version: db.version, stores: {} };
  const rows: FrozenDatabase['rows'] = [];
  for (const storeName of [...db.objectStoreNames].sort()) {
    const store = db.transaction(storeName).objectStore(storeName);
    const { keyPath, autoIncrement } = store;
    const indexes = [...store.indexNames].sort().map((indexName): [string, Index] => {
      const index = store.index(indexName);
      return [indexName, { keyPath: index.keyPath, unique: index.unique, multiEntry: index.multiEntry }];
    });
    schema.stores[storeName] = { keyPath, autoIncrement, indexes: Object.fromEntries(indexes) };
    for (const row of await resultOf(store.getAll())) rows.push({ store: storeName, row: withoutBytes(row) });
  }
  db.close();
  return { schema, rows };
}

/** Creates a database of this name as it was frozen. */
export async function thawDatabase(name: string, { schema, rows }: FrozenDatabase): Promise<void> {
  const request = factory().open(name, schema.version);
  request.onupgradeneeded = () => {
    const stores = new Map<string, IDBObjectStore>();
    for (const [storeName, { indexes, ...options }] of Object.entries(schema.stores)) {
      const store = request.result.createObjectStore(storeName, options);
      for (const [indexName, { keyPath, ...kind }] of Object.entries(indexes)) {
        store.createIndex(indexName, keyPath, kind);
      }
      stores.set(storeName, store);
    }
    for (const { store, row } of rows) stores.get(store)?.add(withBytes(row));
  };
  (await resultOf(request)).close();
}

/** Set by Dexie, and replaced by the test's world. */
function factory(): IDBFactory {
  return Dexie.dependencies.indexedDB;
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const BYTES = '$bytes';

/** A value as JSON. Byte arrays, which JSON doesn't have, are marked and written in base64. */
function withoutBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString('base64') };
  return mapMembers(value, withoutBytes);
}

function withBytes(value: unknown): unknown {
  const bytes: unknown = Object(value)[BYTES];
  return typeof bytes === 'string'
    ? new Uint8Array(Buffer.from(bytes, 'base64'))
    : mapMembers(value, withBytes);
}

function mapMembers(value: unknown, map: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(member)]));
}
