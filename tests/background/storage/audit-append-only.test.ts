import { describe, expect, it } from 'vitest';
import { projectSources } from '../../project/project-sources';

const WRITER = 'src/background/storage/append-audit.ts';
const READER = 'src/store/audit-rows.ts';

/** The operations on the two tables that each file may use; all other files use none. */
const USES: Readonly<Record<string, readonly string[]>> = {
  [WRITER]: ['audit.where', 'audit.add', 'auditHeads.get', 'auditHeads.put'],
  'src/background/storage/restore-rows.ts': ['auditHeads.count'],
  [READER]: ['audit.where', 'audit.orderBy', 'auditHeads.get', 'auditHeads.toCollection'],
};
/** Operations that change or delete rows, and the single use of each that a file may have. */
const CHANGES =
  /\.(put|update|upsert|delete|clear|modify|bulkPut|bulkUpdate|bulkDelete|bulkAdd|add|hook)\s*\(/g;
const CHANGES_OF: Readonly<Record<string, readonly string[]>> = {
  [WRITER]: ['.add(', '.put('],
  [READER]: [],
};
/**
 * Ways to access a table other than by its property, which this check couldn't detect. The tables that an upgrade of the
 * database changes are named.
 */
const DETOURS_OF: Readonly<Record<string, readonly string[]>> = {
  // Passes the writes of one table on: runs, and chats.
  'src/store/written-rows.ts': ['.table('],
  // Passes the writes of each table on.
  'src/store/commits.ts': ['.table('],
  // The user's confirmed deletion of everything.
  'src/background/storage/erase-data.ts': ['.tables'],
  // The temporary database in which the backup of an earlier version is upgraded; it never holds the user's data.
  'src/background/storage/own-data.ts': ['Dexie.delete'],
  // Also reads the keys of a table.
  'src/background/storage/read-archive.ts': ['Dexie.delete', '.table(', 'Dexie.delete', '.table('],
  // Reads the rows of a database that can't be opened otherwise.
  'src/store/backup.ts': ['.tables', '.table('],
  // Counts the rows of each table.
  'src/background/panel-server/problem-reports.ts': ['.tables'],
  // Adds the rows of a backup where the audit is empty.
  'src/background/storage/restore-rows.ts': ['.tables', '.table<BackupRows[typeof name][number]>('],
};
const DETOURS =
  /\.table\s*(<[^(]*>)?\((?!'(chatImages|chatWords|chats|checkpoints|composerTexts|images|messages|requestParts|restores|runs|sentRequests|usage)'\))|\.tables\b|\[['"`]audit(Heads)?['"`]\]|Dexie\.delete|\bdb\.delete\s*\(|deleteDatabase|deleteObjectStore|=\s*\w+\.(audit|auditHeads)\b\s*[;,)]/g;

/** Every violation of append-only, as a sentence each. */
function breaches(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([path, text]) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, '');
    const used = [...code.matchAll(/\.(audit|auditHeads)\s*\??\.\s*(\w+)/g)].map(
      ([, table, method]) => `${table}.${method}`,
    );
    const changes = path in CHANGES_OF ? [...code.matchAll(CHANGES)].map(([call]) => call) : [];
    const allowed = CHANGES_OF[path] ?? [];
    return [
      ...used.filter((use) => !USES[path]?.includes(use)).map((use) => `${path} asks for ${use}`),
      ...changes
        .filter((call, index) => !allowed.includes(call) || changes.indexOf(call) !== index)
        .map((call) => `${path} calls ${call}`),
      ...[...code.matchAll(DETOURS)]
        .map(([way]) => way)
        .filter(
          (way, index, all) =>
            DETOURS_OF[path]?.[index] !== way || all.length > (DETOURS_OF[path]?.length ?? 0),
        )
        .map((way) => `${path} goes by ${way}`),
    ];
  });
}

describe('rows of the audit journal', () => {
  it('are appended in one place, and never changed or deleted anywhere', () => {
    // Adapters can't import the database (tests/project/architecture.test.ts), and pages have tables as well.
    const sources = new Map(
      [...projectSources(['src', 'entrypoints'])].filter(([path]) => !path.startsWith('src/adapters/')),
    );
    expect(sources.has(WRITER) && sources.has(READER)).toBe(true);
    expect(breaches(sources)).toEqual([]);
  });
});

describe('the check for that', () => {
  it.each([
    ['src/background/x.ts', 'await db.audit.update(id, {})', 'src/background/x.ts asks for audit.update'],
    ['src/background/x.ts', 'await db.audit.add(row)', 'src/background/x.ts asks for audit.add'],
    ['src/background/x.ts', 'db.audit\n  .delete(id)', 'src/background/x.ts asks for audit.delete'],
    ['src/background/x.ts', 'db.auditHeads.put(x)', 'src/background/x.ts asks for auditHeads.put'],
    [WRITER, 'db.audit.put(x)', `${WRITER} asks for audit.put`],
    ['src/panel/x.ts', 'db.audit.where(a).delete()', 'src/panel/x.ts asks for audit.where'],
    [WRITER, 'db.audit.where(a).delete()', `${WRITER} calls .delete(`],
    [WRITER, 'db.audit.add(a); db.audit.add(b)', `${WRITER} calls .add(`],
    [READER, 'between(a, b, c).modify({})', `${READER} calls .modify(`],
    ['src/panel/x.ts', "db.table('audit').clear()", 'src/panel/x.ts goes by .table('],
    ['src/panel/x.ts', 'await db.delete()', 'src/panel/x.ts goes by db.delete('],
    ['src/panel/x.ts', 'const rows = db.audit;', 'src/panel/x.ts goes by = db.audit;'],
  ])('finds in %s: %s', (path, code, breach) => {
    expect(breaches(new Map([[path, code]]))).toContain(breach);
  });

  it('ignores reads', () => {
    const code = "db.audit.where('origin').equals(o).toArray(); // db.audit.delete(x)";
    expect(breaches(new Map([[READER, code]]))).toEqual([]);
  });
});
