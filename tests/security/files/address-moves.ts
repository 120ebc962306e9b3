import fc from 'fast-check';
import { CANARY_KEY } from '@/tests/world/addresses';
import type { FileWorld } from './file-world';

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
export const randomMove: fc.Arbitrary<AddressMove> = fc.oneof(
  fc.record({ from: address, to: address }),
  address.map((from) => ({
    from,
    to: from.startsWith('https:') ? from.replace('https:', 'http:') : from.replace('http:', 'https:'),
  })),
  address.map((from) => ({ from, to: from.replace(/^(\w+:\/\/[^/:]+)(:\d+)?/, '$1:9002') })),
  address.map((from) => ({ from, to: from.replace(/\/v1\/?$/, '/else/v1') })),
);

/** The key that was entered for an address stays only at its origin. */
export async function problemsOfMove({ steward }: FileWorld, { from, to }: AddressMove): Promise<string[]> {
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
