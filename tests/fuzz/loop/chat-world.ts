import { newChat, newChatSettings } from '@/src/core/records/chat';
import { boundPage } from '@/src/core/records/record-access';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { Run } from '@/src/schema/run';
import type { MemoryTables } from '../../fakes/memory-tables';
import type { ChatChecker } from './chat-checker';
import type { FuzzEndpoint } from './fuzz-endpoint';
import type { MessageTracker } from './message-tracker';
import type { SeenPreview } from './seen-preview';
import type { World, WorldSettings } from './world';

/** The world from the viewpoint of one chat. */
export interface ChatWorld extends World {
  chatId: string;
  /** The chat's rows. */
  tables: MemoryTables;
  checker: ChatChecker;
  messageTracker: MessageTracker;
  endpoint: FuzzEndpoint;
  /** The previews of approval requests that the user saw, oldest first. */
  seenPreviews: SeenPreview[];
  run(): Promise<Run | null>;
  hasModel(): boolean;
  chooseModel(isChosen: boolean): void;
  setPolicy(policy: PolicySettings): void;
  /** Number of transitions of the page that no call of this chat caused (see TrueHistory). */
  foreignTransitions(untilHash?: string): number;
}

/** Adds a chat about the page, as the background does. */
export async function openChat(
  { allTables: tables, page, observer, checkpoints, now }: World,
  chatId: string,
  settings: WorldSettings,
): Promise<void> {
  const reading = page.read(now());
  const { context, stateHash } = reading;
  const { hasSecondChat: _ofTheWorld, ...ofChat } = settings;
  const chat = newChat({
    id: chatId,
    title: 'Notes',
    atMs: now(),
    binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' },
    settings: { ...newChatSettings(), ...ofChat },
    lastStateHash: stateHash,
  });
  tables.chats.add(chat);
  const { place: at } = await observer.observe(chat, reading);
  tables.contexts.add({ chatId, context, at, own: null, atMs: now(), carried: [] });
  await checkpoints.take({
    chatId,
    page: boundPage(chat),
    reason: 'session-start',
    runId: null,
    messageId: null,
    position: 0,
    calls: [],
    stateHash,
    state: { notes: page.state().notes },
    conversation: null,
    known: null,
    unreported: [],
    limit: settings.checkpointLimit,
  });
}
