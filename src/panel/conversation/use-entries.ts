import { useMemo } from 'react';
import { isActive } from '@/src/core/records/transition';
import { useStable } from '@/src/panel/kit/use-stable';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { Message } from '@/src/schema/message';
import type { ChatView, MessagePage } from '@/src/store/queries';
import {
  type AroundEntry,
  aroundEntries,
  type ConversationCheckpoints,
} from './checkpoints/conversation-checkpoints';
import { storedEvents } from './convert-message-to-events';
import { lastKeys } from './last-keys';
import type { RenderEvent } from './render-event';
import { messagesAtItems, type RevisableMessage } from './revision/messages-at-items';

/** The stored entries that are shown, and what is at each of them, by its key. */
export interface StoredEntries {
  items: readonly RenderEvent[];
  /** The message that can be replaced there. */
  revisable: ReadonlyMap<string, RevisableMessage>;
  /** The message at which the chat can branch. */
  branchPoints: ReadonlyMap<string, string>;
  around: ReadonlyMap<string, AroundEntry>;
}

/** The same objects until the messages, the run or the checkpoints change. */
export function useEntries(
  view: ChatView,
  page: MessagePage,
  entries: readonly CheckpointEntry[],
  reversals: Omit<ConversationCheckpoints, 'entries'> | undefined,
): StoredEntries {
  const { run } = view;
  const chatId = view.chat.id;
  const { rollbacks } = view.landmarks;
  const isBusy = run !== null && isActive(run.status);
  const items = useMemo(() => storedEvents({ ...page, run }), [page, run]);
  const { messages } = page;
  const revisable = useMemo(() => messagesAtItems(messages, items), [messages, items]);
  const points = useMemo(() => branchPoints(messages, items), [messages, items]);
  const canReverse = reversals !== undefined;
  const onOpen = useStable((id: string) => reversals?.onOpen(id));
  const onReversed = useStable((text: string | null) => reversals?.onReversed(text));
  const around = useMemo(
    () =>
      canReverse
        ? aroundEntries({ chatId, rollbacks, items, isBusy }, { entries, onOpen, onReversed })
        : NOTHING,
    [chatId, rollbacks, items, isBusy, canReverse, entries, onOpen, onReversed],
  );
  return { items, revisable, branchPoints: points, around };
}

const NOTHING: ReadonlyMap<string, AroundEntry> = new Map();

/** The message at which a chat can branch, by the key of the item after which that is offered: the last item of the message. */
function branchPoints(
  messages: readonly Message[],
  items: readonly RenderEvent[],
): ReadonlyMap<string, string> {
  const branchable = new Set(
    messages.flatMap(({ id, role }) => (role === 'user' || role === 'assistant' ? [id] : [])),
  );
  return new Map([...lastKeys(branchable, items)].map(([id, key]) => [key, id]));
}
