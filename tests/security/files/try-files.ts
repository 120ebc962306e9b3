import '@/tests/world/before-all';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { CANARY_KEY } from '@/tests/world/addresses';
import { createCaseReport } from '../case-report';
import { shuffled } from '../shuffled';
import { type FileWorld, openFileWorld } from './file-world';
import { BACKUP_FORGERIES, CHAT_FORGERIES, SETTINGS_FORGERIES } from './hostile-files';

/** A connection's address before and after the user, or a file, changes it. */
interface AddressMove {
  from: string;
  to: string;
}

const address = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    host: fc.constantFrom('a.example', 'b.example', 'A.EXAMPLE', 'a.example.', 'xa.example', '127.0.0.1'),
    port: fc.constantFrom('', ':80', ':443', ':9000', ':9001'),
    path: fc.constantFrom('/v1', '/other/v1', '/v1/'),
  })
  .map(({ scheme, host, port, path }) => `${scheme}://${host}${port}${path}`);

/** A part of the address changes, or all of it. */
const randomMove: fc.Arbitrary<AddressMove> = fc.oneof(
  fc.record({ from: address, to: address }),
  address.map((from) => ({
    from,
    to: from.startsWith('https:') ? from.replace('https:', 'http:') : from.replace('http:', 'https:'),
  })),
  address.map((from) => ({ from, to: from.replace(/^(\w+:\/\/[^/:]+)(:\d+)?/, '$1:9002') })),
  address.map((from) => ({ from, to: from.replace(/\/v1\/?$/, '/else/v1') })),
);

/** The key that was entered for an address stays only at its origin. */
async function problemsOfMove({ steward }: FileWorld, { from, to }: AddressMove): Promise<string[]> {
  const { db, wire } = steward;
  const save = (connectionId: string | null, baseUrl: string, key: string | null) =>
    steward.command({
      type: 'save-connection',
      connection: { connectionId, label: 'Moved', baseUrl, key, headers: [] },
      testedModel: null,
    });
  const { connectionId } = await save(null, from, CANARY_KEY);
  const first = wire.sent.length;
  await save(connectionId, to, null);
  await steward.command({ type: 'list-models', connectionId }).catch(() => undefined);
  const isSame = new URL(from).origin === new URL(to).origin;
  const hasKey = (await db.connectionSecrets.get(connectionId))?.key === CANARY_KEY;
  const sent = wire.sent.slice(first).some(({ headers }) => JSON.stringify(headers).includes(CANARY_KEY));
  await steward.command({ type: 'delete-connection', connectionId });
  return [
    ...(hasKey === isSame ? [] : [isSame ? 'the key got lost' : 'the key stays at another origin']),
    ...(sent && !isSame ? ['the key was sent to another origin'] : []),
  ];
}

type Kind = 'backup' | 'chat' | 'settings' | 'address';

/** Cases that share an instance of Steward. */
const BATCH_SIZE = 40;
/** One of each kind of case in turn; backups can do most, so they are half of them. */
const TURNS: readonly Kind[] = ['backup', 'chat', 'backup', 'settings', 'backup', 'address'];

/** Changes of one file; indices beyond the list of its kind start again. */
const choices = fc.record({
  /** Further forgeries besides the one whose turn it is. */
  more: fc.array(fc.nat(999), { maxLength: 3 }),
  keepsPrompts: fc.boolean(),
});

/** Faults to build into the product, to prove that the suite detects them. */
export interface FileParts {
  weaken(world: FileWorld): void;
}

/**
 * Restores and imports files that hostile authors wrote, and starts the worker again and chooses *Retry* after each: nothing may be sent
 * or written because of a file, nothing may hang, and no row may be left that continues work or decides for the user. Connections are
 * moved to other addresses, too: no key may go along.
 */
export async function tryFiles(
  { runs, seed }: SuiteOptions,
  parts: FileParts = { weaken: () => undefined },
): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  const forgeries = {
    backup: shuffled(BACKUP_FORGERIES, seed),
    chat: shuffled(CHAT_FORGERIES, seed),
    settings: shuffled(SETTINGS_FORGERIES, seed),
  };
  const cases = fc.sample(choices, { numRuns: runs, seed });
  const moves = fc.sample(randomMove, { numRuns: runs, seed });
  const used = { backup: 0, chat: 0, settings: 0 };
  let accepted = 0;

  function pick<Forgery>(
    kind: keyof typeof used,
    all: readonly Forgery[],
    more: readonly number[],
  ): Forgery[] {
    const turn = used[kind];
    used[kind] += 1;
    return [turn, ...more].flatMap((index) => all[index % all.length] ?? []);
  }

  async function play(world: FileWorld, index: number): Promise<void> {
    const { more = [], keepsPrompts = false } = cases[index] ?? {};
    const kind = TURNS[index % TURNS.length] ?? 'backup';
    if (kind === 'address') {
      const move = moves[index];
      if (move !== undefined)
        report.addCase(`an address: ${move.from} to ${move.to}`, await problemsOfMove(world, move));
      return;
    }
    const result =
      kind === 'backup'
        ? await world.restore(pick(kind, forgeries.backup, more), keepsPrompts)
        : kind === 'chat'
          ? await world.importChat(pick(kind, forgeries.chat, more))
          : await world.importSettings(pick(kind, forgeries.settings, more));
    if (result.isAccepted) accepted += 1;
    report.addCase(result.name, result.problems);
  }

  for (let first = 0; first < runs; first += BATCH_SIZE) {
    const world = await openFileWorld();
    try {
      parts.weaken(world);
      for (let index = first; index < Math.min(runs, first + BATCH_SIZE); index += 1)
        await play(world, index);
    } finally {
      await world.close();
    }
  }
  // If no file is accepted, the suite proves nothing.
  if (accepted < runs / 4) report.addProblems('all cases', [`only ${accepted} files were accepted`]);
  return report.report();
}
