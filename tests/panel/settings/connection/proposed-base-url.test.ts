import { expect, it } from 'vitest';
import type { PageStatus } from '@/src/messages/page-status';
import { proposedBaseUrl } from '@/src/panel/settings/connection/proposed-base-url';
import type { Connection } from '@/src/schema/connection';
import { CONNECTED } from '../../connected-page';
import { HOME } from '../../home-connection';

const ORIGIN = 'http://127.0.0.1:8787';

const page = (proposed: string | null): PageStatus => ({
  ...CONNECTED,
  origin: ORIGIN,
  proposedBaseUrl: proposed,
});
const connection = (baseUrl: string): Connection => ({ ...HOME, baseUrl });

it.each([
  ['is that of the page’s own origin', page(`${ORIGIN}/v1`), [], `${ORIGIN}/v1`],
  ['is null if the adapter proposes none', page(null), [], null],
  ['is null if a connection to it exists', page(`${ORIGIN}/v1`), [connection(`${ORIGIN}/v1`)], null],
  [
    'is returned besides other connections',
    page(`${ORIGIN}/v1`),
    [connection('http://x/v1')],
    `${ORIGIN}/v1`,
  ],
  ['is null on another host', page('http://evil.example/v1'), [], null],
  ['is null on another port', page('http://127.0.0.1:8788/v1'), [], null],
  ['is null on another scheme', page('https://127.0.0.1:8787/v1'), [], null],
  ['is null for a look-alike host name', page('http://127.0.0.1:8787@evil.example/v1'), [], null],
  ['is null for an invalid address', page('/v1'), [], null],
  ['is null without a page', null, [], null],
  ['is null without access to the page', { state: 'not-allowed', url: ORIGIN }, [], null],
] satisfies [string, PageStatus | null, Connection[], string | null][])(
  'a proposed address %s',
  (_, status, connections, expected) => {
    expect(proposedBaseUrl(status, connections)).toBe(expected);
  },
);
