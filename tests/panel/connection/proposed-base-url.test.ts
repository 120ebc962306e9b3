import { expect, it } from 'vitest';
import type { PageStatus } from '@/src/messages/commands';
import { proposedBaseUrl } from '@/src/panel/connection/proposed-base-url';
import type { Connection } from '@/src/store/db';

const ORIGIN = 'http://127.0.0.1:8787';

function page(proposed: string | null): PageStatus {
  return {
    state: 'connected',
    tabId: 5,
    line: { title: 'Filter', facts: [], unsaved: false },
    origin: ORIGIN,
    isLasting: false,
    goesLive: false,
    proposedBaseUrl: proposed,
  };
}

function connection(baseUrl: string): Connection {
  return { id: 'c', label: 'c', baseUrl, hasKey: false, headerNames: [], createdAtMs: 0 };
}

it.each([
  ['is that of the page’s own origin', page(`${ORIGIN}/v1`), [], `${ORIGIN}/v1`],
  ['is none where the adapter knows none', page(null), [], null],
  ['is none where the page is connected already', page(`${ORIGIN}/v1`), [connection(`${ORIGIN}/v1`)], null],
  ['stays beside other connections', page(`${ORIGIN}/v1`), [connection('http://x/v1')], `${ORIGIN}/v1`],
  ['is none on another host', page('http://evil.example/v1'), [], null],
  ['is none on another port', page('http://127.0.0.1:8788/v1'), [], null],
  ['is none on another scheme', page('https://127.0.0.1:8787/v1'), [], null],
  ['is none behind a name that looks alike', page('http://127.0.0.1:8787@evil.example/v1'), [], null],
  ['is none that is no address', page('/v1'), [], null],
  ['is none before a page is there', null, [], null],
  ['is none while Steward may not look', { state: 'not-allowed', url: ORIGIN }, [], null],
] satisfies [string, PageStatus | null, Connection[], string | null][])(
  'a proposed address %s',
  (_, status, connections, expected) => {
    expect(proposedBaseUrl(status, connections)).toBe(expected);
  },
);
