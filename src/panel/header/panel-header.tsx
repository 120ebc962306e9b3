import {
  AppWindow,
  ChevronDown,
  ClipboardList,
  Globe,
  History,
  Plug,
  ScrollText,
  SquarePen,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import { count } from '../text/count';
import { ForeignText } from '../text/foreign-text';

interface PanelHeaderProps {
  title: string;
  /** Null without a chat. */
  checkpointCount: number | null;
  canStartSession: boolean;
  onOpenChats(): void;
  onOpenCheckpoints(): void;
  onNewSession(): void;
  /** False without messages, and while a run isn't over or a summary is being written. */
  canSummarize: boolean;
  onSummarize(): void;
  onOpenConnection(): void;
  onOpenSites(): void;
  onOpenLog(): void;
  onOpenView(): void;
  /** The rows below the title: model and page. */
  children: ReactNode;
}

/** The chat's title, which opens the list of chats, and buttons for checkpoints, a new session, connections, sites, the log and the view. */
export function PanelHeader({
  title,
  checkpointCount,
  canStartSession,
  onOpenChats,
  onOpenCheckpoints,
  onNewSession,
  canSummarize,
  onSummarize,
  onOpenConnection,
  onOpenSites,
  onOpenLog,
  onOpenView,
  children,
}: PanelHeaderProps) {
  return (
    <header className="panel-header">
      <div className="title-row">
        <h1>
          <button
            type="button"
            className="quiet chat-switcher"
            title={`${spellOut(title)}\nAll chats`}
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
          aria-label="Checkpoints"
          title={checkpointCount === null ? 'Checkpoints' : count(checkpointCount, 'checkpoint')}
          disabled={checkpointCount === null}
          onClick={onOpenCheckpoints}
        >
          <History className="icon" aria-hidden="true" />
          {checkpointCount !== null && <span aria-hidden="true">{checkpointCount}</span>}
        </button>
        <button
          type="button"
          className="quiet icon-button"
          aria-label="New session"
          title="New session"
          disabled={!canStartSession}
          onClick={onNewSession}
        >
          <SquarePen className="icon" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="quiet icon-button"
          aria-label="Summarize Conversation"
          title="Summarize Conversation"
          disabled={!canSummarize}
          onClick={onSummarize}
        >
          <ClipboardList className="icon" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="quiet icon-button"
          aria-label="Connection"
          title="Connection"
          onClick={onOpenConnection}
        >
          <Plug className="icon" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="quiet icon-button"
          aria-label="Sites"
          title="Sites"
          onClick={onOpenSites}
        >
          <Globe className="icon" aria-hidden="true" />
        </button>
        <button type="button" className="quiet icon-button" aria-label="Log" title="Log" onClick={onOpenLog}>
          <ScrollText className="icon" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="quiet icon-button"
          aria-label="View"
          aria-haspopup="dialog"
          title="View: theme, window"
          onClick={onOpenView}
        >
          <AppWindow className="icon" aria-hidden="true" />
        </button>
      </div>
      {children}
    </header>
  );
}
