import { browser } from 'wxt/browser';
import { createEvent } from './event-in-memory';

/** A message's sender, as the browser reports it. */
export interface SenderInMemory {
  id?: string;
  url?: string;
  origin?: string;
  tab?: { id: number; url?: string; windowId?: number };
  frameId?: number;
  documentId?: string;
}

/** A port to the background, as its other end uses it. */
export interface PortInMemory {
  name: string;
  sender: SenderInMemory;
  /** True if the background disconnected it. */
  isDisconnected: boolean;
  /** The messages that the background sent on it. */
  sent: unknown[];
  /** Called with each message of the background. */
  onSent: ((message: unknown) => void) | null;
  /** Sends a message to the background. */
  post(message: unknown): void;
}

/** A tab. `answer`: its content script; null if there is none. */
export interface TabInMemory {
  id: number;
  windowId: number;
  url: string;
  active: boolean;
  documentId: string;
  /** In milliseconds since 1970; older browsers don't report it. */
  lastAccessed?: number;
  answer: ((message: unknown, sender: SenderInMemory) => Promise<unknown> | undefined) | null;
}

/** The part of a browser that the background needs, in memory. */
export interface BrowserInMemory {
  readonly extensionId: string;
  readonly panelUrl: string;
  readonly tabs: Map<number, TabInMemory>;
  /** Every message that was sent to a tab. */
  readonly tabMessages: { tabId: number; message: unknown }[];
  readonly session: StorageInMemory;
  /** Match patterns of the hosts that the user allowed. */
  readonly hosts: Set<string>;
  /** The alarms by name, with the time that they were set for. None goes off by itself. */
  readonly alarms: Map<string, number | null>;
  /** The text on the toolbar button. */
  readonly badge: { readonly text: string };
  goOff(alarm: string): void;
  /** Sends a message to the background; resolves with undefined if no listener answers. */
  send(message: unknown, sender: SenderInMemory): Promise<unknown>;
  /** Sends a message as another extension does. */
  sendFromOutside(message: unknown, sender: SenderInMemory): Promise<unknown>;
  connect(name: string, sender: SenderInMemory): PortInMemory;
  connectFromOutside(name: string, sender: SenderInMemory): PortInMemory;
  clickToolbar(tabId: number): void;
  /** Loads the tab's document again. */
  loadTab(tabId: number): void;
  /** Replaces the organisation's policy by one with these entries; none end it. */
  changePolicy(entries: Record<string, unknown>): Promise<void>;
  closeTab(tabId: number): void;
  /** Removes the worker's listeners. */
  killWorker(): void;
}

type StorageInMemory = ReturnType<typeof createArea>;
type OnMessage = [message: unknown, sender: SenderInMemory, sendResponse: (answer: unknown) => void];

/** Replaces the members of `browser` by ones in memory. */
export function installBrowser(): BrowserInMemory {
  const extensionId = 'abcdefghijklmnopabcdefghijklmnop';
  const urlOf = (path: string) => `chrome-extension://${extensionId}/${path.replace(/^\//, '')}`;
  const tabs = new Map<number, TabInMemory>();
  const tabMessages: BrowserInMemory['tabMessages'] = [];
  const session = createArea();
  const managed = createArea();
  const hosts = new Set<string>();
  const onMessage = createEvent<OnMessage>();
  const onConnect = createEvent<[port: unknown]>();
  const outside = { onMessage: createEvent<OnMessage>(), onConnect: createEvent<[port: unknown]>() };
  const onClicked = createEvent<[tab: TabInMemory]>();
  const events = createOtherEvents();
  const alarms: BrowserInMemory['alarms'] = new Map();
  const badge = { text: '' };

  function tabOf(tabId: number): TabInMemory {
    const tab = tabs.get(tabId);
    if (tab === undefined) throw new Error(`No tab with id: ${tabId}.`);
    return tab;
  }

  Object.assign(browser, {
    runtime: {
      id: extensionId,
      getURL: urlOf,
      getManifest: () => ({ manifest_version: 3, version: '1.0', host_permissions: [] }),
      getPlatformInfo: async () => ({ os: 'linux' }),
      // No panel listens, so broadcasts of the background have no receiver.
      sendMessage: async () => undefined,
      onMessage,
      onConnect,
      onMessageExternal: outside.onMessage,
      onConnectExternal: outside.onConnect,
      onInstalled: events.onInstalled,
      onStartup: events.onStartup,
    },
    // No test presses keys or opens menus of the browser itself.
    commands: { onCommand: createEvent() },
    contextMenus: { onClicked: createEvent(), create: () => 'entry', update: async () => undefined },
    alarms: {
      onAlarm: events.onAlarm,
      create: async (name: string, { when }: { when?: number }) => void alarms.set(name, when ?? null),
      clear: async (name: string) => alarms.delete(name),
    },
    action: {
      onClicked,
      async setBadgeText({ text }: { text: string }) {
        badge.text = text;
      },
      setBadgeBackgroundColor: async () => undefined,
      setBadgeTextColor: async () => undefined,
      setTitle: async () => undefined,
    },
    permissions: {
      contains: async ({ origins }: { origins?: string[] }) =>
        origins?.every((host) => hosts.has(host)) ?? false,
      remove: async ({ origins }: { origins: string[] }) =>
        origins.map((host) => hosts.delete(host)).includes(true),
      onAdded: events.onPermissionsAdded,
      onRemoved: events.onPermissionsRemoved,
    },
    scripting: {
      executeScript: async ({ target }: { target: { tabId: number } }) => [
        { documentId: tabOf(target.tabId).documentId },
      ],
      getRegisteredContentScripts: async () => [],
      registerContentScripts: async () => undefined,
      unregisterContentScripts: async () => undefined,
    },
    sidePanel: { open: async () => undefined },
    storage: { local: createArea(), managed, session, onChanged: events.onStorageChanged },
    tabs: {
      get: async (tabId: number) => tabOf(tabId),
      query: async (wanted: { active?: boolean; windowId?: number }) =>
        [...tabs.values()].filter(
          (tab) =>
            [tab.active, undefined].includes(wanted.active) &&
            [tab.windowId, undefined].includes(wanted.windowId),
        ),
      update: async (tabId: number) => tabOf(tabId),
      async sendMessage(tabId: number, message: unknown) {
        tabMessages.push({ tabId, message: structuredClone(message) });
        return structuredClone(await tabOf(tabId).answer?.(structuredClone(message), { id: extensionId }));
      },
      onUpdated: events.onTabUpdated,
      onRemoved: events.onTabRemoved,
    },
    windows: { update: async () => undefined },
    // In Vitest, the test's other modules read their texts from it.
    i18n: { ...browser.i18n, getUILanguage: () => 'en' },
    declarativeNetRequest: { getSessionRules: async () => [], updateSessionRules: async () => undefined },
  });

  return {
    extensionId,
    panelUrl: urlOf('/sidepanel.html'),
    tabs,
    tabMessages,
    session,
    hosts,
    alarms,
    badge,
    goOff: (name) => void events.onAlarm.fire({ name }),
    send: (message, sender) => dispatchMessage(onMessage, message, sender),
    sendFromOutside: (message, sender) => dispatchMessage(outside.onMessage, message, sender),
    connect: (name, sender) => openPort(onConnect, name, sender),
    connectFromOutside: (name, sender) => openPort(outside.onConnect, name, sender),
    clickToolbar: (tabId) => void onClicked.fire(tabOf(tabId)),
    loadTab(tabId) {
      const tab = tabOf(tabId);
      tab.documentId += '-again';
      for (const status of ['loading', 'complete']) events.onTabUpdated.fire(tabId, { status }, tab);
    },
    async changePolicy(entries) {
      await managed.clear();
      await managed.set(entries);
      events.onStorageChanged.fire(
        Object.fromEntries(Object.keys(entries).map((name) => [name, {}])),
        'managed',
      );
    },
    closeTab(tabId) {
      tabs.delete(tabId);
      events.onTabRemoved.fire(tabId);
    },
    killWorker() {
      for (const event of [onMessage, onConnect, onClicked, ...Object.values(outside)]) event.removeAll();
      for (const event of Object.values(events)) event.removeAll();
    },
  };
}

/** Events that a worker listens to. Cases fire only those of tabs. */
function createOtherEvents() {
  return {
    onAlarm: createEvent<[alarm: { name: string }]>(),
    onInstalled: createEvent(),
    onStartup: createEvent(),
    onPermissionsAdded: createEvent(),
    onPermissionsRemoved: createEvent(),
    onTabUpdated: createEvent<[tabId: number, change: { status: string }, tab: TabInMemory]>(),
    onTabRemoved: createEvent<[tabId: number]>(),
    onStorageChanged: createEvent<[changes: object, area: string]>(),
  };
}

/** Like a browser, it copies the message, and an answer comes only if a listener returns true. */
async function dispatchMessage(
  event: ReturnType<typeof createEvent<OnMessage>>,
  message: unknown,
  sender: SenderInMemory,
): Promise<unknown> {
  return new Promise((resolve) => {
    const copied = message === undefined ? undefined : JSON.parse(JSON.stringify(message));
    const results = event.fire(copied, sender, resolve);
    if (!results.includes(true)) resolve(undefined);
  });
}

function openPort(
  event: { fire(port: unknown): unknown },
  name: string,
  sender: SenderInMemory,
): PortInMemory {
  const onMessage = createEvent<[message: unknown]>();
  const onDisconnect = createEvent<[]>();
  const port: PortInMemory = {
    name,
    sender,
    isDisconnected: false,
    sent: [],
    onSent: null,
    post: (message) => void onMessage.fire(JSON.parse(JSON.stringify(message))),
  };
  event.fire({
    name,
    sender,
    onMessage,
    onDisconnect,
    postMessage(message: unknown) {
      port.sent.push(message);
      port.onSent?.(message);
    },
    disconnect() {
      port.isDisconnected = true;
    },
  });
  return port;
}

function createArea() {
  const items = new Map<string, unknown>();
  return {
    async get(keys: string | string[] | null) {
      const found = keys === null ? [...items] : [...items].filter(([key]) => [keys].flat().includes(key));
      return structuredClone(Object.fromEntries(found));
    },
    async set(added: Record<string, unknown>) {
      for (const [key, value] of Object.entries(added)) items.set(key, structuredClone(value));
    },
    async remove(keys: string | string[]) {
      for (const key of [keys].flat()) items.delete(key);
    },
    clear: async () => items.clear(),
    onChanged: createEvent(),
  };
}
