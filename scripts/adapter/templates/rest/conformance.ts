import { join } from 'node:path';
import { type AdapterCase, htmlSite, manyNames, reply } from '@/tests/conformance/adapter-case';
import type { TemplateAdapterState } from '../compute-call';

/** The names of the switches that the server refuses to change. */
const LOCKED = ['guests'];

/** The fixture page with its server, and the calls that the conformance kit makes on it. */
export const conformance: AdapterCase = {
  async open(entries) {
    let saved: TemplateAdapterState['switches'] =
      entries === null
        ? { beta: false, guests: true, invites: true, search: false }
        : Object.fromEntries(manyNames(entries).map((name) => [name, false]));
    const html = join(import.meta.dirname, 'fixture.html');
    // [saved
    let drafts = saved;
    // saved]
    return htmlSite('https://template.example/switches', html, ({ method, path, body }) => {
      const changed = decodeURIComponent(path.split('/')[3] ?? '');
      if (method === 'PUT' && LOCKED.includes(changed))
        return reply(409, { message: `${changed} is in use.` });
      // live| if (method === 'PUT') saved = { ...saved, [changed]: body === true };
      // [saved
      if (method === 'PUT') drafts = { ...drafts, [changed]: body === true };
      if (path === '/api/save') saved = drafts;
      // saved]
      return {
        locked: LOCKED,
        // live| switches: saved,
        // [saved
        switches: drafts,
        saved,
        // saved]
      };
    });
  },
  states: (initial) => {
    const { switches } = initial as TemplateAdapterState;
    const others = Object.entries(switches).map(([name, isOn]) => [
      name,
      LOCKED.includes(name) ? isOn : !isOn,
    ]);
    return [{ switches: { ...switches, beta: true } }, { switches: Object.fromEntries(others) }];
  },
  calls: [
    { tool: 'set_switch', args: { name: 'beta', on: true } },
    { tool: 'list_switches', args: { offset: 0 } },
    // [saved
    { tool: 'save_switches', args: {}, startsUnsaved: true },
    // saved]
  ],
  script: `fetch('/api/switches/beta', { method: 'PUT', body: 'true' })`,
  // live| keepsUnsavedChanges: false,
  // [saved
  /** The server keeps unsaved changes. */
  keepsUnsavedChanges: true,
  // saved]
};
