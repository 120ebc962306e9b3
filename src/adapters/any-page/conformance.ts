import { type AdapterCase, htmlSite } from '@/tests/conformance/adapter-case';

/** A small dashboard as the fixture, since this adapter reads any page. */
export const conformance: AdapterCase = {
  open: async (entries) => {
    const query = entries === null ? '' : `?rows=${entries}`;
    return htmlSite(`https://team.example/${query}`, 'src/adapters/any-page/fixture.html', () => null);
  },
  states: () => [],
  calls: [
    { tool: 'read_page', args: {} },
    { tool: 'read_page_part', args: { part: 'users/table-1' } },
    { tool: 'find_on_page', args: { text: 'ITEM' } },
  ],
  // This script changes the context but no restorable state.
  script: "document.querySelector('#users td').textContent = 'changed';",
  keepsUnsavedChanges: false,
  exempt: {
    identity: 'It takes every page that has no adapter of its own.',
    complete: 'It reads a part of a large page, and its context says so.',
    'missing-element': 'It reports what a page shows, and expects no element.',
    'script-changes': 'Nothing restores its state; tests/adapters/any-page/page.test.ts tries its notices.',
    apply: 'Nothing restores its state.',
    atomic: 'It changes nothing, so no step of a change can fail.',
  },
};
