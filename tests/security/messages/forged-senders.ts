import type { SenderInMemory } from '@/tests/world/browser-in-memory';

/** The name of the settings page, which may send the commands for its own settings. */
export const SETTINGS_PAGE = 'the settings page';

/** Senders that may neither send commands nor open the panel's port. */
export function forgedSenders(extensionId: string, tabId: number): [name: string, sender: SenderInMemory][] {
  const own = `chrome-extension://${extensionId}`;
  const other = 'ponmlkjihgfedcbaponmlkjihgfedcba';
  const page = 'http://proxy.example:8080/admin';
  const urls: [name: string, url: string][] = [
    ['an extension page at the root', `${own}/`],
    [SETTINGS_PAGE, `${own}/options.html`],
    ['the settings page in a frame of the web', `https://leak.example/options.html`],
    ['a page below the settings page’s name', `${own}/options.html/`],
    ['a page below the panel’s name', `${own}/sidepanel.html/`],
    ['a page that begins like the panel', `${own}/sidepanel.html.html`],
    ['a page that ends like the panel', `${own}/x/sidepanel.html`],
    ['the panel in capitals', `${own}/SIDEPANEL.HTML`],
    ['the panel with a double slash', `${own}//sidepanel.html`],
    ['the panel with an escaped dot', `${own}/sidepanel%2ehtml`],
    ['the panel only in the fragment', `${own}/#/sidepanel.html`],
    ['the panel only in the query', `${own}/?/sidepanel.html`],
    ['the panel of another extension', `chrome-extension://${other}/sidepanel.html`],
    ['the panel’s path on the web', 'https://leak.example/sidepanel.html'],
    ['the panel’s host as user of another', `chrome-extension://${extensionId}@${other}/sidepanel.html`],
    ['the panel’s id on the web', `https://${extensionId}/sidepanel.html`],
    ['the panel’s path in another browser’s scheme', `moz-extension://${extensionId}/sidepanel.html`],
    ['a blob of the panel', `blob:${own}/sidepanel.html`],
    ['a file system of the panel', `filesystem:${own}/sidepanel.html`],
    ['a data address', 'data:text/html,/sidepanel.html'],
    ['an empty page', 'about:blank'],
    ['an inline frame', 'about:srcdoc'],
    ['an empty address', ''],
    ['an invalid address', 'sidepanel.html'],
  ];
  return [
    ...urls.map(([name, url]): [string, SenderInMemory] => [name, { id: extensionId, url, frameId: 0 }]),
    ['another extension', { id: other, url: `chrome-extension://${other}/sidepanel.html` }],
    ['another extension with the panel’s address', { id: other, url: `${own}/sidepanel.html`, frameId: 0 }],
    ['an unknown sender with the panel’s address', { url: `${own}/sidepanel.html`, frameId: 0 }],
    ['an empty sender', {}],
    ['this extension without an address', { id: extensionId }],
    ['a content script', { id: extensionId, url: page, tab: { id: tabId, url: page }, frameId: 0 }],
    ['a content script in a frame', { id: extensionId, url: page, tab: { id: tabId }, frameId: 4 }],
    [
      'the panel’s document in a frame of something else',
      { id: extensionId, url: `${own}/sidepanel.html`, tab: { id: tabId, url: page }, frameId: 4 },
    ],
  ];
}
