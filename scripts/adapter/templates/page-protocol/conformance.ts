import { join } from 'node:path';
import { type AdapterCase, htmlSite, manyNames } from '@/tests/conformance/adapter-case';
import type { TemplateAdapterState } from '../compute-call';

/** The fixture page with its server, and the calls that the conformance kit makes on it. */
export const conformance: AdapterCase = {
  async open(entries) {
    let saved: unknown =
      entries === null
        ? { beta: false, invites: true, search: false }
        : Object.fromEntries(manyNames(entries).map((name) => [name, false]));
    const html = join(import.meta.dirname, 'fixture.html');
    return htmlSite('https://template.example/switches', html, ({ method, body }) => {
      if (method !== 'GET') saved = body;
      return saved as TemplateAdapterState['switches'];
    });
  },
  states: (initial) => {
    const { switches } = initial as TemplateAdapterState;
    return [
      { switches: { ...switches, beta: true } },
      { switches: Object.fromEntries(Object.entries(switches).map(([name, isOn]) => [name, !isOn])) },
    ];
  },
  calls: [
    { tool: 'set_switch', args: { name: 'beta', on: true } },
    { tool: 'list_switches', args: { offset: 0 } },
    // [saved
    { tool: 'save_switches', args: {}, startsUnsaved: true },
    // saved]
  ],
  script: 'change({ ...state.switches, beta: true });',
  keepsUnsavedChanges: false,
};
