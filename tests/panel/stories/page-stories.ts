import type { PageStatus } from '@/src/messages/page-status';

type Story<State extends PageStatus['state']> = Extract<PageStatus, { state: State }>;

const URL = 'https://admin.example.com/models?tab=1';

/** A story of a page in each state; the compiler demands one for a new state. */
export const PAGE_STORIES: { [State in PageStatus['state']]: Story<State> } = {
  connected: {
    state: 'connected',
    line: { title: 'Model filter', name: 'openai', facts: ['7 hidden', '45 models'], unsaved: true },
    models: { visible: 38, hidden: 5, lost: 2 },
    hasRules: true,
    tabId: 1,
    origin: 'https://admin.example.com',
    isLasting: false,
    goesLive: false,
    isReadOnly: false,
    offersTools: false,
    canShow: true,
    accent: null,
    suggestions: ['Block all preview models'],
    proposedBaseUrl: null,
  },
  unknown: { state: 'unknown', url: URL },
  'not-allowed': { state: 'not-allowed', url: URL },
  'out-of-reach': { state: 'out-of-reach', url: 'chrome://settings' },
  incompatible: {
    state: 'incompatible',
    url: URL,
    message: 'This page speaks another version of the page protocol (3).',
    remedy: 'Update Steward.',
  },
  'key-needed': {
    state: 'key-needed',
    url: 'https://admin.example.com',
    adapterId: 'cli-proxy-api',
    keyName: 'Management key',
    message: 'Steward needs a key of this proxy to read this page: Management key.',
    remedy: 'Enter it here.',
  },
  silent: { state: 'silent', url: URL },
  off: { state: 'off', scope: 'site', url: URL },
  gone: { state: 'gone' },
  unbound: { state: 'unbound' },
};
