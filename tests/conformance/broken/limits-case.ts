import type { Json, JsonObject } from '@/src/schema/values/json';
import { type AdapterCase, type FixtureReply, type FixtureRequest, manyNames, reply } from '../adapter-case';
import type { Limit, Limits } from './limits-adapter';

/** Entries in one answer of the server. */
const PAGE_SIZE = 500;

/** Differences of a server of limits from one that takes every value as it is. */
export interface LimitsServer {
  /** Changes a value that it is to store. */
  store(value: Limit): Limit;
  /** The team that it doesn't turn off. Another one can be named at `POST /api/in-use`. */
  inUse: string | null;
  /** The answer to a change that it refuses for this reason. */
  refuse(reason: string): FixtureReply;
  /** A part of the page's HTML, beside its script. */
  html: string;
}

const PLAIN: LimitsServer = {
  store: (value) => value,
  inUse: 'ada',
  refuse: (message) => reply(400, { message }),
  html: '<table></table>',
};

/** A page that shows its server's limits, and never again after a change. */
export const SHOWN_ONCE = `<table></table><script>
  async function show() {
    const { limits } = await (await fetch('/api/limits?from=0')).json();
    const rows = Object.entries(limits).slice(0, 50).map(([name, { limit, note, on }]) => [name, limit, note, on].join(' '));
    document.querySelector('table').innerText = rows.join(' | ');
  }
  show();
</script>`;

/** The same page, which reads its server again all the time. */
export const SHOWN_AGAIN = `${SHOWN_ONCE}<script>setInterval(show, 300);</script>`;

/** The site of a page of limits, whose list comes in several parts. */
export function openLimits(changes: Partial<LimitsServer>): AdapterCase['open'] {
  const server = { ...PLAIN, ...changes };
  return async (entries) => {
    let { inUse } = server;
    let limits: Limits['limits'] = Object.fromEntries(
      (entries === null ? ['ada', 'bob', '@scope/cy'] : manyNames(entries)).map((name) => [
        name,
        { limit: 100, note: 'as usual', on: name !== 'bob' },
      ]),
    );
    let served = limits;
    const answer = ({ method, path, body }: FixtureRequest): Json | FixtureReply => {
      const { pathname, searchParams } = new URL(path, 'https://limits.example');
      if (!pathname.startsWith('/api/')) return `<!doctype html><main>${server.html}</main>`;
      // The server goes on serving what it has listed here.
      if (pathname === '/api/served') {
        served = limits;
        return served;
      }
      if (pathname === '/api/in-use') {
        inUse = String(body);
        return {};
      }
      const name = decodeURIComponent(pathname.split('/')[3] ?? '');
      if (method === 'PUT') {
        const value = body as unknown as Limit;
        if (name === inUse && !value.on) return server.refuse(`${name} is in use.`);
        limits = { ...limits, [name]: server.store(value) };
        return {};
      }
      const from = Number(searchParams.get('from') ?? 0);
      const part = Object.entries(limits).slice(from, from + PAGE_SIZE);
      const next = from + PAGE_SIZE < Object.keys(limits).length ? from + PAGE_SIZE : null;
      return { limits: Object.fromEntries(part), next } satisfies JsonObject;
    };
    return {
      url: 'https://limits.example/limits',
      answer,
      key: null,
      served: async () => served,
      close: async () => {},
    };
  };
}

/** The case of the intact adapter. */
export const limitsCase: AdapterCase = {
  open: openLimits({}),
  states(initial) {
    const { limits } = initial as unknown as Limits;
    const { ada, bob } = limits;
    if (ada === undefined || bob === undefined) throw new Error('The fixture has the teams ada and bob.');
    return [
      { limits: { ...limits, bob: { ...bob, limit: 7 } } },
      { limits: { ...limits, ada: { ...ada, limit: 8 }, bob: { ...bob, on: true } } },
    ];
  },
  calls: [
    { tool: 'set_limit', args: { name: 'ada', limit: 50 } },
    { tool: 'set_note', args: { name: 'ada', note: 'for a while' } },
    { tool: 'turn_on', args: { name: 'bob', on: true } },
    { tool: 'list_limits', args: {} },
  ],
  readsServed: ({ path }) => path === '/api/served',
  script: `fetch('/api/limits/ada', { method: 'PUT', body: '{"limit":7,"note":"","on":true}' })`,
  keepsUnsavedChanges: false,
  refuseInitial: `fetch('/api/in-use', { method: 'POST', body: '"bob"' }).then(() => null)`,
};
