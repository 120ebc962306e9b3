import {
  ClipboardList,
  Database,
  GitCompare,
  ListFilter,
  type LucideIcon,
  Search,
  Server,
  Settings,
  ShieldCheck,
  SquarePen,
} from 'lucide-react';
import { findShortcut } from '@/src/panel/kit/is-mac';
import type { MenuEntry, MenuGroup } from '@/src/panel/kit/menu/menu-entry';
import type { TextKey } from '@/src/schema/values/said';
import type { OpenSheet } from './open-sheet';

/** State and functions of the panel that the menu's entries need. */
export interface PanelActionDeps {
  hasChat: boolean;
  /** True if the page has rules. */
  hasRules: boolean;
  /** True if the chat can be about several sites. */
  hasSites: boolean;
  /** True if it is. */
  canCompare: boolean;
  /** False if there is nothing to summarize, or while a run isn't over or a summary is being written. */
  canSummarize: boolean;
  onNewChat(): void;
  onSummarize(): void;
  onFind(): void;
  onOpen(sheet: OpenSheet): void;
}

export function panelActions(deps: PanelActionDeps): readonly MenuGroup[] {
  const acts = (words: TextKey, icon: LucideIcon, isEnabled: boolean, onChoose: () => void): MenuEntry => ({
    words,
    icon,
    opensSheet: false,
    isEnabled,
    onChoose,
  });
  const opens = (
    sheet: 'rules' | 'sites' | 'compare' | 'policy' | 'settings' | 'help',
    icon: LucideIcon,
    isEnabled: boolean,
  ): MenuEntry => ({
    words: `menu.${sheet}`,
    icon,
    opensSheet: true,
    isEnabled,
    onChoose: () => deps.onOpen(sheet),
  });
  return [
    [
      acts('menu.newChat', SquarePen, true, deps.onNewChat),
      { ...acts('menu.find', Search, deps.hasChat, deps.onFind), keys: findShortcut() },
      acts('menu.summarize', ClipboardList, deps.canSummarize, deps.onSummarize),
    ],
    [
      ...(deps.hasRules ? [opens('rules', ListFilter, true)] : []),
      ...(deps.hasSites ? [opens('sites', Server, true)] : []),
      ...(deps.canCompare ? [opens('compare', GitCompare, true)] : []),
      opens('policy', ShieldCheck, deps.hasChat),
      opens('settings', Settings, true),
      opens('help', Database, true),
    ],
  ];
}
