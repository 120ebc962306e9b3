import type { Execution } from './call';
import type { Chat } from './chat';
import type { ChatSettings } from './chat-settings';
import type { KeptImage } from './image';
import type { Message } from './message';
import type { PageBinding } from './page-binding';
import type { Run } from './run';
import type { TokenUsageEntry } from './usage';

/** The first fields of an exported chat; docs/chat-export.md describes all of them. */
export const CHAT_FORMAT = 'steward-chat';

export const CHAT_FORMAT_VERSION = 1;

/** A chat as it is exported. No field holds a key, and none says where the endpoint is. */
export interface ChatExport {
  format: typeof CHAT_FORMAT;
  version: typeof CHAT_FORMAT_VERSION;
  exportedAtMs: number;
  chat: Pick<Chat, 'title' | 'titleSource' | 'createdAtMs' | 'updatedAtMs'> & {
    page: PageBinding | null;
    settings: Omit<ChatSettings, 'connectionId' | 'modelAlias' | 'permissions'>;
  };
  messages: Message[];
  /** The messages' images; missing if there are none. */
  images?: KeptImage[];
  /** Without the page's state; one that is not over is exported as stopped. */
  runs: Omit<Run, 'contextText' | 'snapshot'>[];
  /** Without what a write was to do. */
  executions: Omit<Execution, 'write' | 'leftStateHash' | 'leftSavedHash'>[];
  usage: TokenUsageEntry[];
}
