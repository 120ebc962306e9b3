import { createHash } from 'node:crypto';
import Dexie from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { readChatFile } from '@/src/background/storage/archive-documents';
import { readBackup } from '@/src/background/storage/read-archive';
import { BACKUP_TABLES, UPGRADE_DATABASE, writeBackup } from '@/src/store/backup';
import { exportedChat } from '@/src/store/chat-export';
import { VERSIONS } from '@/src/store/db';
import { createDatabase, declareVersions } from '@/src/store/upgrades';
import { type FrozenDatabase, readFrozen, thawDatabase } from '../fakes/frozen-database';

const NAME = 'frozen';

/** Databases that earlier builds wrote, and the version of their schema. */
const FROZEN = [
  { file: 'version-4-first', version: 4 },
  { file: 'version-4', version: 4 },
  { file: 'version-5', version: 5 },
  { file: 'version-6', version: 6 },
  { file: 'version-7', version: 7 },
  { file: 'version-8', version: 8 },
  { file: 'version-9', version: 9 },
  { file: 'version-10', version: 10 },
] as const;

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

afterEach(async () => {
  await Dexie.delete(NAME);
});

describe('the versions of the schema', () => {
  it('stay as they are once a profile may have them', () => {
    expect(VERSIONS.map(hashOf)).toEqual([
      '398d7c7470a6f0bd',
      '0bb40b87022c5c8f',
      '44136fa355b3678a',
      '15310bad8ac9c841',
      '5cc6dfb00ea75c38',
      '83366e1318b80d37',
      '8f9f45a4e329d6ad',
      '44136fa355b3678a',
      '38ce90357c70e251',
      'd90895d13bfa7137',
    ]);
    expect(FROZEN.map(({ file }) => hashOf(readFrozen(file)))).toEqual([
      'f109805a9cc15218',
      '8db6116f76597924',
      '4115e46d4124089f',
      'd4120c46f47d26cf',
      'e46680f28e3aac3d',
      '52f46a6b036a04f3',
      'e5a2ac2e98e37353',
      '58cc8947b42fee78',
    ]);
  });

  it('declare the stores of the database that was written with version 4', async () => {
    const declared = new Dexie(NAME);
    declareVersions(declared, 4);
    await declared.open();
    const { stores } = readFrozen('version-4').schema;
    const indexesOf = ({ name, schema }: (typeof declared.tables)[number]) => [
      name,
      schema.indexes.map((index) => index.name).sort(),
    ];
    expect(Object.fromEntries(declared.tables.map(indexesOf))).toEqual(
      Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, Object.keys(store.indexes)])),
    );
    declared.close();
  });
});

/** Tables whose rows a later version makes from others; they have checks of their own. */
const MADE_LATER: readonly string[] = ['requestParts', 'chatImages', 'composerTexts'];

it('version 5 stores the images of version 4 for each chat that refers to them', async () => {
  const frozen = readFrozen('version-4');
  await thawDatabase(NAME, frozen);
  const db = createDatabase(NAME);
  const namesOf = async (ids: readonly { id: string }[], chatId: string) =>
    (await db.chatImages.bulkGet(ids.map(({ id }): [string, string] => [chatId, id]))).map(
      (row) => row?.name,
    );
  const messages = await db.messages.filter((message) => message.role === 'user').sortBy('position');
  const shown = messages.map((message) =>
    message.role === 'user' ? namesOf(message.images ?? [], message.chatId) : [],
  );
  // The second one had moved to another chat with the composer's.
  expect((await Promise.all(shown)).flat()).toEqual(['3.png', '5.png']);
  const drafts = (await db.composerTexts.toArray()).map(({ chatId, imageIds }) =>
    namesOf(
      imageIds.map((id) => ({ id })),
      chatId,
    ),
  );
  expect((await Promise.all(drafts)).flat()).toEqual(['5.png', '7.png']);
  db.close();
});

/** A backup of a frozen database as builds with version 4 wrote it: without a last line of its own. */
function backupOf({ rows }: FrozenDatabase): string[] {
  const tables = BACKUP_TABLES.map((table) => (table === 'chatImages' ? 'images' : table));
  const lines = tables.flatMap((table) =>
    rows
      .filter(({ store }) => store === table)
      .map(({ row }) => {
        const own = table === 'connections' ? { hasKey: false, headerNames: [] } : {};
        const packed = /"deflated":\{"\$bytes":("[^"]*")\}/g;
        const line = JSON.stringify({ table, row: { ...Object(row), ...own } });
        return line.replace(packed, '"base64":$1');
      }),
  );
  return ['{"format":"steward-backup","version":4,"createdAtMs":0}', ...lines];
}

describe.each(FROZEN.filter(({ version }) => version === 4))(
  'a backup of the database of $file',
  ({ file }) => {
    const lines = backupOf(readFrozen(file));

    afterEach(async () => {
      expect(await Dexie.exists(UPGRADE_DATABASE)).toBe(false);
    });

    it('has the rows of the upgraded database, also after a restore that broke off', async () => {
      await thawDatabase(UPGRADE_DATABASE, readFrozen('version-5'));
      await thawDatabase(NAME, readFrozen(file));
      const db = createDatabase(NAME);
      const upgraded = await readBackup((await writeBackup(db, 0)).join(''));
      db.close();
      expect(await readBackup(lines.join('\n'))).toEqual(upgraded);
    });

    it.each([
      [
        'breaks off before its log',
        lines.filter((line) => !line.startsWith('{"table":"logs"')),
        'incomplete',
      ],
      ['repeats a row', lines.toSpliced(2, 0, String(lines[1])), 'can’t be upgraded'],
      ['has a table that its version lacks', lines.toSpliced(1, 0, '{"table":"x","row":{}}'), 'be upgraded'],
      [
        'has a row that isn’t whole after the upgrade',
        lines.toSpliced(1, 0, '{"table":"sites","row":{"origin":"x"}}'),
        ', sites "x",',
      ],
    ])('is refused if it %s', async (_, changed, why) => {
      await expect(readBackup(changed.join('\n'))).rejects.toMatchObject({
        code: 'invalid-message',
        message: expect.stringContaining(why),
      });
    });
  },
);

describe.each(FROZEN)('the database of $file', ({ file }) => {
  it('keeps every row, in the form that today’s code reads', async () => {
    const frozen = readFrozen(file);
    await thawDatabase(NAME, frozen);
    const db = createDatabase(NAME);
    const read = await readBackup((await writeBackup(db, 0)).join(''));
    for (const table of BACKUP_TABLES.filter((name) => !MADE_LATER.includes(name))) {
      const rows = frozen.rows.filter(({ store }) => store === table);
      expect([table, read[table].length]).toEqual([table, rows.length]);
    }
    db.close();
  });

  it('has chats that are listed, found, exported and imported', async () => {
    await thawDatabase(NAME, readFrozen(file));
    const db = createDatabase(NAME);
    const chats = await db.chats.toArray();
    expect(chats).toHaveLength(2);
    for (const { id } of chats) {
      const { messages } = readChatFile(JSON.stringify(await exportedChat(db, id, 0)));
      expect(messages).toHaveLength(await db.messages.filter(({ chatId }) => chatId === id).count());
    }
    expect(await db.chatWords.where('[word+recency]').between(['fail', -Infinity], ['fail', 0]).count()).toBe(
      2,
    );
    expect(await db.runs.where('isOpen').equals(1).count()).toBe(1);
    db.close();
  });
});
