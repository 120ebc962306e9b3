import { ClipboardList, Database, Search, Settings, ShieldCheck, SquarePen } from 'lucide-react';
import { findShortcut } from '@/src/panel/kit/is-mac';
import type { MenuGroup } from '@/src/panel/kit/menu/menu-entry';
import type { OpenSheet } from './open-sheet';

/** State and operations of the panel that the menu's entries use. */
export interface PanelActionDeps {
  hasChat: boolean;
  /** False without messages, and while a run isn't over or a summary is being written. */
  canSummarize: boolean;
  onNewChat(): void;
  onSummarize(): void;
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
        id: 'new-chat',
        words: 'menu.newChat',
        icon: SquarePen,
        opensSheet: false,
        isEnabled: true,
        onChoose: deps.onNewChat,
      },
      {
        id: 'find',
        words: 'menu.find',
        icon: Search,
        keys: findShortcut(),
        opensSheet: false,
        isEnabled: deps.hasChat,
        onChoose: deps.onFind,
      },
      {
        id: 'summarize',
        words: 'menu.summarize',
        icon: ClipboardList,
        opensSheet: false,
        isEnabled: deps.canSummarize,
        onChoose: deps.onSummarize,
      },
    ],
    [
      { id: 'policy', words: 'menu.policy', icon: ShieldCheck, ...opens('policy', deps.hasChat) },
      { id: 'settings', words: 'menu.settings', icon: Settings, ...opens('settings', true) },
      { id: 'help', words: 'menu.help', icon: Database, ...opens('help', true) },
    ],
  ];
}
