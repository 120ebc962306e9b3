import { useMemo, useRef, useState } from 'react';
import { query, useQuery } from '@/src/panel/data/stored-data';
import { useStable } from '@/src/panel/kit/use-stable';
import type { Message } from '@/src/schema/message';
import type { ChatView, MessageBatch } from '@/src/store/queries';

/** Maximum number of messages that are shown besides the newest batch. Above it, those farthest from the reading position are removed. */
const MAX_MESSAGES = 300;

/** Number of messages that are removed at once. */
const LEAVING = 120;

/** A part of the conversation before the newest batch, by message positions; `to` is exclusive. */
interface PositionRange {
  /** The `followKey` when the user requested this part. */
  followKey: string;
  from: number;
  to: number;
}

/** The messages of a conversation that are shown: the newest batch, and earlier ones that the user requested. */
export interface ShownMessages {
  batch: MessageBatch;
  /** True if later messages exist that aren't shown, such as the newest batch. */
  hasLater: boolean;
  showEarlier(): void;
  showLater(): void;
  /** Shows the message at this position, with those around it. */
  showAt(position: number): void;
  /** Shows the newest batch alone. */
  showNewest(): void;
}

/** Selects the messages to show. When `followKey` changes (see useStickToBottom), only the newest batch is shown again. */
export function useShownMessages(view: ChatView, followKey: string): ShownMessages {
  const chatId = view.chat.id;
  const newest = view.start.position;
  const [wanted, setWanted] = useState<PositionRange | null>(null);
  // Compares the key, not the start of the newest batch: the start often stays the same after a new message, since a batch begins with a
  // turn.
  if (wanted !== null && wanted.followKey !== followKey) setWanted(null);
  const read = useQuery(
    async ({ chatMessages }) =>
      wanted && { range: wanted, batch: await chatMessages.between(chatId, wanted.from, wanted.to) },
    [chatId, wanted],
  );
  const earlier = wanted !== null && read?.range.followKey === followKey ? read : null;
  const hasLater = earlier !== null && earlier.range.to < newest;
  const batch = useBatchOf(view, earlier?.batch ?? null, hasLater);
  const atNewest = { from: newest, to: newest };
  /** The change in progress; null if there is none, or if the user jumped to the end of the conversation meanwhile. */
  const working = useRef<object | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // Thrown while rendering, like the error of a query that is watched: the nearest error boundary shows it.
  if (failure !== null) throw failure.error;

  /** Changes the range. Only one change runs at a time, since the next range depends on the current one. */
  const change = async (work: () => Promise<Omit<PositionRange, 'followKey'> | null>) => {
    if (working.current !== null || (wanted !== null && earlier?.range !== wanted)) return;
    const token = {};
    working.current = token;
    try {
      const range = await work();
      if (range !== null && working.current === token) setWanted({ ...range, followKey });
    } catch (error) {
      setFailure({ error });
    } finally {
      if (working.current === token) working.current = null;
    }
  };

  const showNewest = () => {
    working.current = null;
    setWanted(null);
  };

  return {
    batch,
    hasLater,
    showEarlier: useStable(() => {
      void change(async () => {
        const range = earlier === null ? atNewest : earlier.range;
        const from = await query(({ chatMessages }) => chatMessages.startOfBatchBefore(chatId, range.from));
        // Until the user asks for earlier messages, only the newest batch is shown.
        const shown = earlier?.batch.messages ?? [];
        return from === null ? null : { from, to: endWithin(shown, range.to) };
      });
    }),
    showLater: useStable(() => {
      void change(async () => {
        if (earlier === null || !hasLater) return null;
        const { from, to } = earlier.range;
        const end = await query(({ chatMessages }) => chatMessages.endOfBatchFrom(chatId, to));
        return { from: beginWithin(earlier.batch.messages, from), to: Math.min(end, newest) };
      });
    }),
    showAt: useStable((position: number) => {
      if (position >= newest) {
        if (hasLater) showNewest();
        return;
      }
      const shown = wanted === null ? atNewest : wanted;
      if (position >= shown.from && position < shown.to) return;
      void change(async () => {
        const end = await query(({ chatMessages }) => chatMessages.endOfBatchFrom(chatId, position));
        const from = await query(({ chatMessages }) => chatMessages.startOfBatchBefore(chatId, position));
        // The first message has no batch before it.
        return { from: from === null ? position : from, to: Math.min(end, newest) };
      });
    }),
    showNewest: useStable(showNewest),
  };
}

/** The messages to show: the earlier ones, then the newest batch unless messages between them are missing. */
function useBatchOf(view: ChatView, earlier: MessageBatch | null, hasLater: boolean): MessageBatch {
  return useMemo(() => {
    if (earlier === null) return view;
    if (hasLater) return earlier;
    return {
      ...earlier,
      messages: [...earlier.messages, ...view.messages],
      executions: [...earlier.executions, ...view.executions],
      unanswered: [...earlier.unanswered, ...view.unanswered],
    };
  }, [view, earlier, hasLater]);
}

/** New end of a range that is extended at its start: drops the last messages if there are too many. */
function endWithin(messages: readonly Message[], to: number): number {
  if (messages.length <= MAX_MESSAGES) return to;
  // Doesn't separate results from their calls.
  const next = messages.find(({ role }, index) => index >= messages.length - LEAVING && role !== 'tool');
  return next?.position ?? to;
}

/** New start of a range that is extended at its end: drops the first messages if there are too many. */
function beginWithin(messages: readonly Message[], from: number): number {
  if (messages.length <= MAX_MESSAGES) return from;
  const next = messages.find(({ role }, index) => index >= LEAVING && role !== 'tool');
  return next?.position ?? from;
}
