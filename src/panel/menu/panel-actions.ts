import {
  AppWindow,
  ChartNoAxesColumn,
  ClipboardList,
  Globe,
  Plug,
  ScrollText,
  Search,
  Settings,
  Settings2,
  ShieldCheck,
  SquarePen,
} from 'lucide-react';
import { isMac } from '../composer/is-mac';
import type { OpenSheet } from '../open-sheet';
import type { MenuGroup } from './menu-entry';

/** State and operations of the panel that the entries use. */
export interface PanelActionDeps {
  /** False without a chat. */
  hasChat: boolean;
  /** False without messages, and while a run isn't over or a summary is being written. */
  canSummarize: boolean;
  onNewSession(): void;
  onSummarize(): void;
  /** Opens the find bar. */
  onFind(): void;
  onOpen(sheet: OpenSheet): void;
}

/** The entries of the panel's menu. */
export function panelActions(deps: PanelActionDeps): readonly MenuGroup[] {
  const opens = (sheet: OpenSheet, isEnabled: boolean) => ({
    opensSheet: true,
    isEnabled,
    onChoose: () => deps.onOpen(sheet),
  });
  return [
    [
      {
        id: 'new-session',
        words: 'New session',
        icon: SquarePen,
        opensSheet: false,
        isEnabled: deps.hasChat,
        onChoose: deps.onNewSession,
      },
      {
        id: 'summarize',
        words: 'Summarize Conversation',
        icon: ClipboardList,
        opensSheet: false,
        isEnabled: deps.canSummarize,
        onChoose: deps.onSummarize,
      },
      {
        id: 'find',
        words: 'Find in this chat',
        icon: Search,
        keys: isMac() ? '⌘F' : 'Ctrl+F',
        opensSheet: false,
        isEnabled: deps.hasChat,
        onChoose: deps.onFind,
      },
    ],
    [
      { id: 'costs', words: 'Context and costs', icon: ChartNoAxesColumn, ...opens('costs', deps.hasChat) },
      { id: 'policy', words: 'What Steward may do', icon: ShieldCheck, ...opens('policy', deps.hasChat) },
      { id: 'settings', words: 'Chat settings', icon: Settings, ...opens('settings', deps.hasChat) },
    ],
    [
      { id: 'all-settings', words: 'Settings', icon: Settings2, ...opens('all-settings', true) },
      { id: 'connection', words: 'Connections', icon: Plug, ...opens('connection', true) },
      { id: 'sites', words: 'Sites', icon: Globe, ...opens('sites', true) },
      { id: 'log', words: 'Log, audit and data', icon: ScrollText, ...opens('log', true) },
      { id: 'view', words: 'View: theme, window', icon: AppWindow, ...opens('view', true) },
    ],
  ];
}
