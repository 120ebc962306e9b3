import type { PageStatus } from '@/src/messages/page-status';

export type ConnectedPage = Extract<PageStatus, { state: 'connected' }>;

/** A page that Steward keeps its access to, with unsaved changes. */
export const CONNECTED: ConnectedPage = {
  state: 'connected',
  line: { title: 'Model filter', name: 'openai', facts: ['7 hidden', '45 models'], unsaved: true },
  models: { visible: 38, hidden: 5, lost: 2 },
  hasRules: true,
  tabId: 5,
  origin: 'http://x',
  isLasting: true,
  goesLive: false,
  isReadOnly: false,
  offersTools: false,
  canShow: false,
  accent: null,
  suggestions: [],
  proposedBaseUrl: null,
};
