import { ChevronDown, Ellipsis, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import { MenuButton } from '@/src/panel/kit/menu/menu-button';
import type { MenuGroup } from '@/src/panel/kit/menu/menu-entry';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';

interface PanelHeaderProps {
  title: string;
  /** Null without a chat. */
  checkpointCount: number | null;
  actions: readonly MenuGroup[];
  onOpenChats(): void;
  onOpenCheckpoints(): void;
  /** The rows below the title: model and page. */
  children: ReactNode;
}

/** Header of the panel: the chat's title, which opens the list of chats; the button for checkpoints; and the menu. */
export function PanelHeader({
  title,
  checkpointCount,
  actions,
  onOpenChats,
  onOpenCheckpoints,
  children,
}: PanelHeaderProps) {
  return (
    <header className="panel-header">
      <div className="title-row">
        <h1>
          <button
            type="button"
            className="quiet chat-switcher"
            title={`${spellOut(title)}\n${i18n.t('header.title.allChats')}`}
            aria-haspopup="dialog"
            onClick={onOpenChats}
          >
            <ChevronDown className="icon" aria-hidden="true" />
            <span className="chat-name">
              <ForeignText text={title} />
            </span>
          </button>
        </h1>
        <button
          type="button"
          className="quiet icon-button"
          aria-label={i18n.t('header.title.checkpoints')}
          title={
            checkpointCount === null
              ? i18n.t('header.title.checkpoints')
              : i18n.t('counts.checkpoints', checkpointCount, [formatNumber(checkpointCount)])
          }
          disabled={checkpointCount === null}
          onClick={onOpenCheckpoints}
        >
          <History className="icon" aria-hidden="true" />
          {checkpointCount !== null && <span aria-hidden="true">{checkpointCount}</span>}
        </button>
        <MenuButton label={i18n.t('header.menu.label')} groups={actions}>
          <Ellipsis className="icon" aria-hidden="true" />
        </MenuButton>
      </div>
      {children}
    </header>
  );
}
