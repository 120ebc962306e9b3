import type { ReactNode } from 'react';
import { ConversationEntry, type ConversationEntryProps } from '../conversation/conversation-entry';
import { ActionRow, MessageActions } from './message-actions';
import type { RevisableMessage } from './messages-at-items';
import { RevisionForm } from './revision-form';
import type { RevisionState } from './use-revision';
import './revision.css';

interface RevisableEntryProps extends ConversationEntryProps {
  /** The message that can be replaced here; null if none can. */
  message: RevisableMessage | null;
  revision: RevisionState;
  /** True during a run, when no message can be replaced. */
  isBusy: boolean;
  /** The button that branches the chat here; null if it can't branch here. */
  branch: ReactNode;
}

/** An entry of the conversation, with the button to edit or retry its message, or the open form for that. */
export function RevisableEntry({ message, revision, isBusy, branch, ...entry }: RevisableEntryProps) {
  if (message === null) {
    return (
      <>
        <ConversationEntry {...entry} />
        {branch !== null && <ActionRow isOfUser={entry.item.kind === 'user'}>{branch}</ActionRow>}
      </>
    );
  }
  const open = revision.open?.message.id === message.id ? revision.open : null;
  const form = open !== null && <RevisionForm key={message.id} open={open} revision={revision} />;
  // An edited message is written in its own place.
  if (form !== false && message.role === 'user') return form;
  return (
    <>
      <ConversationEntry {...entry} />
      {form === false ? (
        <MessageActions
          message={message}
          isBusy={isBusy}
          takesFocus={revision.closedId === message.id}
          onBegin={() => revision.begin(message)}
        >
          {branch}
        </MessageActions>
      ) : (
        form
      )}
    </>
  );
}
