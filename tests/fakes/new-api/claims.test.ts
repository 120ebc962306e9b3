import { afterEach, describe, expect, it } from 'vitest';
import { CLAIMS, type ClaimedServer, claimAnswerOf } from './claims';
import { doubleChannel } from './double-channels';
import { type NewApiDouble, startNewApiDoubleOf } from './start-new-api-double';
import type { NewApiVersion } from './versions';

const doubles: NewApiDouble[] = [];

afterEach(async () => {
  for (const double of doubles.splice(0)) await double.close();
});

/** The double of a version, as claims reach a server. */
async function claimedDouble(version: NewApiVersion): Promise<ClaimedServer> {
  const double = await startNewApiDoubleOf(version);
  doubles.push(double);
  const { origin, session } = double;

  const send: ClaimedServer['send'] = async (method, path, { headers, body }) => {
    const response = await fetch(origin + path, {
      method,
      headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return claimAnswerOf(response, await response.text());
  };
  const as = (headers: Record<string, string>) => (method: string, path: string, body: object | null) =>
    send(method, path, { headers, ...(body && { body }) });

  return {
    version,
    priced: ['gpt-4o', 'o-priced'],
    unpriced: 'o-unpriced',
    send,
    asAdmin: (...asked) => as({ Authorization: session.accessToken, 'New-Api-User': '1' })(...asked),
    asClient: as({ Authorization: `Bearer ${double.clientKey}` }),
    async signIn() {
      const { headers } = await fetch(`${origin}/channels`);
      return { cookie: /^[^;]*/.exec(headers.getSetCookie().join())?.[0] ?? '', userId: '1' };
    },
    async create(fields) {
      const id = Math.max(...double.channels.map((channel) => channel.id)) + 1;
      double.channels.push(doubleChannel({ id, type: 1, ...fields }));
      return id;
    },
    async passGrace() {
      session.graceMs = -1;
    },
    async exhaustLimit() {
      double.requestsLeft = 0;
      return true;
    },
  };
}

describe.each(['A', 'B', 'C'] as const)(
  'the double of version %s keeps what was seen on the real one:',
  (version) => {
    it.each(CLAIMS.filter(({ seenOn }) => seenOn.includes(version)))(
      '$claim',
      async ({ observe, expected }) => {
        expect(await observe(await claimedDouble(version))).toEqual(expected);
      },
    );
  },
);
