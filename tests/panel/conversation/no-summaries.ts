import type { Summaries } from '@/src/panel/conversation/use-summaries';

const ignore = () => undefined;
const accept = async () => true;

/** A conversation in which no summary is being written, and whose buttons for summaries do nothing. */
export const NO_SUMMARIES: Summaries = {
  isWriting: false,
  isPossible: false,
  summarize: ignore,
  actions: {
    onCancel: ignore,
    onEdit: accept,
    onAccept: accept,
    onDiscard: accept,
    onRemove: accept,
  },
};
