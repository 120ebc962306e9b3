import {
  AppWindow,
  ChartNoAxesColumn,
  CirclePause,
  ClipboardList,
  Globe,
  Plug,
  ScrollText,
  Search,
  Settings,
  Settings2,
  ShieldCheck,
  SlidersHorizontal,
  SquarePen,
} from 'lucide-react';
import { findShortcut } from '@/src/panel/kit/is-mac';
import type { MenuGroup } from '@/src/panel/kit/menu/menu-entry';
import { i18n } from '@/src/texts/i18n';
import type { OpenSheet } from './open-sheet';

/** State and operations of the panel that the menu's entries use. */
export interface PanelActionDeps {
  hasChat: boolean;
  /** False without messages, and while a run isn't over or a summary is being written. */
  canSummarize: boolean;
  onNewChat(): void;
  onSummarize(): void;
  /** True if no run is unfinished and no status is queued. */
  canQueueWait: boolean;
  onQueueWait(): void;
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
        words: i18n.t('menu.newChat'),
        icon: SquarePen,
        opensSheet: false,
        isEnabled: true,
        onChoose: deps.onNewChat,
      },
      {
        id: 'summarize',
        words: i18n.t('menu.summarize'),
        icon: ClipboardList,
        opensSheet: false,
        isEnabled: deps.canSummarize,
        onChoose: deps.onSummarize,
      },
      {
        id: 'wait',
        words: i18n.t('composer.run.wait'),
        note: i18n.t('menu.waitNote'),
        icon: CirclePause,
        opensSheet: false,
        isEnabled: deps.canQueueWait,
        onChoose: deps.onQueueWait,
      },
      {
        id: 'find',
        words: i18n.t('menu.find'),
        icon: Search,
        keys: findShortcut(),
        opensSheet: false,
        isEnabled: deps.hasChat,
        onChoose: deps.onFind,
      },
    ],
    [
      { id: 'costs', words: i18n.t('menu.costs'), icon: ChartNoAxesColumn, ...opens('costs', deps.hasChat) },
      { id: 'policy', words: i18n.t('menu.policy'), icon: ShieldCheck, ...opens('policy', deps.hasChat) },
      {
        id: 'settings',
        words: i18n.t('menu.chatSettings'),
        icon: Settings,
        ...opens('settings', deps.hasChat),
      },
      {
        id: 'model-settings',
        words: i18n.t('header.model.settings'),
        icon: SlidersHorizontal,
        ...opens('model-settings', deps.hasChat),
      },
    ],
    [
      { id: 'all-settings', words: i18n.t('menu.settings'), icon: Settings2, ...opens('all-settings', true) },
      { id: 'connection', words: i18n.t('menu.connections'), icon: Plug, ...opens('connection', true) },
      { id: 'sites', words: i18n.t('menu.sites'), icon: Globe, ...opens('sites', true) },
      { id: 'log', words: i18n.t('menu.log'), icon: ScrollText, ...opens('log', true) },
      { id: 'view', words: i18n.t('menu.view'), icon: AppWindow, ...opens('view', true) },
    ],
  ];
}
