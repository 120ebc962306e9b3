import type { ComponentProps } from 'react';
import { vi } from 'vitest';
import { Conversation } from '@/src/panel/conversation/conversation';
import { ConversationEntry } from '@/src/panel/conversation/conversation-entry';
import type { LiveFeed, LiveSnapshot } from '@/src/panel/data/live-feed';

const ignore = () => undefined;

const NO_REMEDIES = {
  onNewChat: ignore,
  onEditConnection: ignore,
  onChooseModel: ignore,
  onOpen: ignore,
  onAllowChanges: ignore,
};

/** The conversation of the shown chat, in which nothing happens on a press, with overrides. */
export function ShownConversation(changes: Partial<ComponentProps<typeof Conversation>>) {
  return (
    <Conversation
      find={{ isOpen: false, request: 0, open: ignore, close: ignore }}
      emptyState={null}
      end={null}
      checkpoints={{ onOpen: ignore, onReversed: ignore }}
      revision={{ problem: () => null, kept: new Map() }}
      onAnswer={async () => true}
      remedies={NO_REMEDIES}
      onShowChat={ignore}
      {...changes}
    />
  );
}

type EntryProps = ComponentProps<typeof ConversationEntry>;

/** An entry with nothing around it, in which nothing happens on a press, with overrides. */
export function ShownEntry(props: Pick<EntryProps, 'item'> & Partial<EntryProps>) {
  const actions = { onAnswer: async () => true };
  return (
    <ConversationEntry
      actions={actions}
      hasSavedOffer={false}
      isNewest={false}
      around={undefined}
      {...props}
    />
  );
}

/** A feed whose snapshot has these fields, and never changes. */
export function feedOf(fields: Partial<LiveSnapshot>): LiveFeed {
  const snapshot = {
    tail: null,
    thinkingTime: { ms: 0, sinceMs: null },
    page: null,
    link: 'open',
    ...fields,
  };
  return { subscribe: () => ignore, getSnapshot: () => snapshot as LiveSnapshot, settle: ignore };
}

/** Gives the current test an observer of sizes that reports none: jsdom has no layout. */
export function stubResizeObserver(): void {
  const silent = class {
    observe = ignore;
    disconnect = ignore;
  };
  vi.stubGlobal('ResizeObserver', silent);
}
