import { memo } from 'react';
import { isReplaceable } from '@/src/core/checkpoints/is-replaceable';
import type { NewPrompt } from '@/src/panel/data/saved-prompts/prompt-sheet';
import { sharesTabStop } from '@/src/panel/kit/shared-tab-stop';
import { ConversationEntry, type ConversationEntryProps, type EntryActions } from '../conversation-entry';
import type { PlacedMessage } from '../use-entries';
import {
  ActionRow,
  BranchButton,
  KeepRecipeButton,
  MessageActions,
  MessageTime,
  SavePromptButton,
} from './message-actions';
import { RevisionForm } from './revision-form';
import type { RevisionState } from './use-revision';
import './revision.css';

interface RevisableActions extends EntryActions {
  /** Continues the conversation from this message in a new chat. */
  onBranch(messageId: string): Promise<unknown>;
  /** Opens the sheet that saves a text as a prompt, or calls as a recipe. */
  onSavePrompt(prompt: NewPrompt): void;
}

interface RevisableEntryProps extends ConversationEntryProps {
  actions: RevisableActions;
  /** The message whose last item this is; null for all other items. */
  placed: PlacedMessage | null;
  revision: RevisionState;
  /** True during a run, when no message can be replaced. */
  isBusy: boolean;
}

/**
 * An entry of the conversation, with the buttons of its message, or the open form to edit or retry it. Memoized: with each piece of a
 * streaming answer, the conversation renders all its entries.
 */
export const RevisableEntry = memo(function RevisableEntry(props: RevisableEntryProps) {
  return (
    <div
      ref={sharesTabStop}
      className="entry"
      data-entry={props.item.key}
      data-opens-hour={props.placed?.opensHour}
    >
      <EntryWithActions {...props} />
    </div>
  );
});

function EntryWithActions({ placed, revision, isBusy, ...entry }: RevisableEntryProps) {
  if (placed === null) return <ConversationEntry {...entry} />;
  const { message, hasActions } = placed;
  const isOfUser = message.role === 'user';
  const buttons = (
    <>
      {message.content !== '' && (
        <SavePromptButton onOpen={() => entry.actions.onSavePrompt({ name: null, text: message.content })} />
      )}
      <KeepRecipeButton message={message} onOpen={entry.actions.onSavePrompt} />
      <BranchButton isBefore={isOfUser} onBranch={() => entry.actions.onBranch(message.id)} />
    </>
  );
  if (!hasActions) {
    return (
      <>
        <ConversationEntry {...entry} />
        <MessageTime atMs={message.createdAtMs} />
      </>
    );
  }
  if (!isReplaceable(message)) {
    return (
      <>
        <ConversationEntry {...entry} />
        <ActionRow message={message}>{buttons}</ActionRow>
      </>
    );
  }
  const form = revision.open?.id === message.id && (
    <RevisionForm key={message.id} message={message} revision={revision} />
  );
  // The form of an edit replaces the message.
  if (form !== false && isOfUser) return form;
  return (
    <>
      <ConversationEntry {...entry} />
      {form === false ? (
        <MessageActions
          message={message}
          isBusy={isBusy}
          claimFocus={revision.claimFocus}
          onBegin={() => revision.begin(message)}
        >
          {buttons}
        </MessageActions>
      ) : (
        form
      )}
    </>
  );
}
