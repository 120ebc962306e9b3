import type { ComponentProps } from 'react';
import { Conversation } from '@/src/panel/conversation/conversation';
import { ConversationEntry } from '@/src/panel/conversation/conversation-entry';

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
