import { ChevronDown, History, Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import { IconButton } from '@/src/panel/kit/icon-button';
import { MenuButton } from '@/src/panel/kit/menu/menu-button';
import type { MenuGroup } from '@/src/panel/kit/menu/menu-entry';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { t } from '@/src/texts/i18n';

/** Selector of the elements that scroll below the header. */
const SCROLLERS = '.conversation-scroller, .panel-main';

/** Distance in pixels that the user scrolls up before the header is shown again. */
const REVEAL_PX = 24;

/** Largest distance in pixels that still counts as the bottom: fractional pixels and zoom leave a gap. */
const BOTTOM_TOLERANCE_PX = 3;

interface PanelHeaderProps {
  /** Null without a chat. */
  chatId: string | null;
  title: string;
  /** Null without a chat. */
  checkpointCount: number | null;
  actions: readonly MenuGroup[];
  onNewChat(): void;
  onOpenChats(): void;
  onOpenCheckpoints(): void;
  /** Button for other chats that run, after the title. */
  otherChats: ReactNode;
  /** The second row: the model, the page and the context meter. */
  children: ReactNode;
}

/**
 * The panel's header. The first row has the chat's title, which opens the list of chats; the buttons for a new chat and for checkpoints;
 * and the menu.
 */
export function PanelHeader({
  chatId,
  title,
  checkpointCount,
  actions,
  onNewChat,
  onOpenChats,
  onOpenCheckpoints,
  otherChats,
  children,
}: PanelHeaderProps) {
  const header = useRef<HTMLElement>(null);
  useScrolledAway(header, chatId);
  return (
    <header ref={header} className="panel-header">
      <div className="title-row">
        <h1>
          <button
            type="button"
            className="quiet chat-switcher"
            title={`${spellOut(title)}\n${t('header.title.allChats')}`}
            aria-haspopup="dialog"
            onClick={onOpenChats}
          >
            <span className="chat-name">
              <ForeignText text={title} />
            </span>
            <ChevronDown className="icon" />
          </button>
        </h1>
        {otherChats}
        <IconButton icon={Plus} labelKey="menu.newChat" onClick={onNewChat} />
        <IconButton
          icon={History}
          labelKey="header.title.checkpoints"
          {...(checkpointCount !== null && {
            title: t('counts.checkpoints', { count: checkpointCount }),
          })}
          disabled={checkpointCount === null}
          onClick={onOpenCheckpoints}
        >
          {checkpointCount}
        </IconButton>
        <MenuButton label={t('header.menu.label')} groups={actions} />
      </div>
      <div className="status-row">{children}</div>
    </header>
  );
}

/**
 * Marks the header with `data-away` while the user reads below it: from a scroll down, or from the very bottom, until a scroll up. In low
 * windows, the style sheet hides a marked header unless it has the focus. Another chat begins unmarked.
 */
function useScrolledAway(header: RefObject<HTMLElement | null>, chatId: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chat changes
  useEffect(() => {
    const element = header.current;
    if (element === null) return;
    let lowest = 0;
    const mark = (isAway: boolean) => element.toggleAttribute('data-away', isAway);
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.matches(SCROLLERS)) return;
      const { scrollTop, scrollHeight, clientHeight } = target;
      const hidden = scrollHeight - clientHeight;
      const isAway = element.hasAttribute('data-away');
      const isAtEnd = hidden - scrollTop <= BOTTOM_TOLERANCE_PX;
      if (scrollTop > lowest || isAtEnd) {
        lowest = scrollTop;
        // Hides the header only if the rest still scrolls: otherwise the user couldn't bring it back.
        if (isAway || hidden > element.offsetHeight + REVEAL_PX) mark(true);
        if (scrollTop <= 0) mark(false);
      } else if (scrollTop <= 0 || lowest - scrollTop >= REVEAL_PX) {
        lowest = scrollTop;
        mark(false);
      }
    };
    mark(false);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, [header, chatId]);
}
