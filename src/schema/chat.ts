import { z } from 'zod';
import { queuedSenderSchema } from './chat-sender';
import { chatSettingsSchema, type StoredSettings } from './chat-settings';
import { messageImagesSchema } from './image';
import { mentionedPartSchema } from './message';
import { pageBindingSchema } from './page-binding';
import { pageToolsSchema } from './page-tool';
import { requestableStatusSchema } from './run-status';
import { countSchema, idSchema, timeSchema } from './scalars';
import { MAX_TARGET_NAME_LENGTH, MAX_TARGETS } from './values/targets';

/** Text and images of a message that isn't part of the conversation. */
const unsentMessageSchema = z.strictObject({
  text: z.string(),
  /** Missing for a message without images. */
  images: messageImagesSchema.exactOptional(),
});

export type UnsentMessage = z.infer<typeof unsentMessageSchema>;

const queuedMessageSchema = unsentMessageSchema.extend({
  queuedAtMs: timeSchema,
  /** The sent message that this edited one replaces; missing if it replaces none. */
  editOf: idSchema.exactOptional(),
});

export type QueuedMessage = z.infer<typeof queuedMessageSchema>;

/** Unsent input of the user that is in neither the composer nor the queue. The panel offers it until the user takes or dismisses it. */
const unsentTextSchema = unsentMessageSchema.extend({
  /** Time at which the newest part was added; commands about the unsent text pass it as the id. */
  atMs: timeSchema,
});

export type UnsentText = z.infer<typeof unsentTextSchema>;

const queuedEventSchema = z.strictObject({
  /** The sender, e.g. `page`. */
  scope: z.string(),
  text: z.string(),
  queuedAtMs: timeSchema,
  /** The chat that sent it; missing for an event from elsewhere. */
  sender: queuedSenderSchema.exactOptional(),
});

export type QueuedEvent = z.infer<typeof queuedEventSchema>;

/** A site of a chat about several sites. */
const targetSchema = z.strictObject({
  /** Names the site in calls, results and the page line: the user's name for it, or its host. Unique in the chat. */
  name: z.string().min(1).max(MAX_TARGET_NAME_LENGTH),
  /** The chat that carries out the calls on this site, a member of the chat about several sites. */
  chatId: idSchema,
});

export type Target = z.infer<typeof targetSchema>;

/** One conversation with its own settings; `binding` is the page that it is about. */
export const chatSchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  /** Origin of the title. A title that the user entered is never replaced by a generated one. */
  titleSource: z.enum(['first-message', 'model', 'user']),
  /** Time at which the user pinned it to the top of the list; null if it isn't pinned. */
  pinnedAtMs: timeSchema.nullable(),
  /** True if a run ended or began to wait for the user while no panel showed the chat. */
  isUnread: z.boolean(),
  /** Time at which the user deleted it; null if it isn't deleted. Its data is deleted 10 seconds later. */
  deletedAtMs: timeSchema.nullable(),
  createdAtMs: timeSchema,
  updatedAtMs: timeSchema,
  binding: pageBindingSchema.nullable(),
  settings: chatSettingsSchema,
  /** Hash of the page's restorable state as last observed. Another hash means that the page was changed since. */
  lastStateHash: z.string().nullable(),
  /** Number of the newest snapshot of the page that a request of the chat was built from; 0 before the first. */
  lastSnapshotId: countSchema,
  /** The tools that the page itself offered when the chat last sent the page's state to the model. Calls are checked against these. */
  pageTools: pageToolsSchema,
  /** The message that the user sent during a run; a newer one replaces it. It enters the conversation at the end of the next response. */
  pendingMessage: queuedMessageSchema.nullable(),
  /** The unsent text; missing if there is none. The field has an older name, since stored rows have it. */
  setAside: unsentTextSchema.exactOptional(),
  /** The newest texts that the user quoted from its page, or attached as files. A message has those that its text mentions. Missing if there are none. */
  quotations: z.array(mentionedPartSchema).exactOptional(),
  /** Events that could not enter the conversation when they arrived, oldest first. */
  pendingEvents: z.array(queuedEventSchema),
  /** The status that the run gets in place of its next request; null if none is queued. */
  queuedStatus: requestableStatusSchema.nullable(),
  /** The sites of a chat about several sites, in the user's order; `binding` is the first one's page. Missing in a chat about one page. */
  targets: z.array(targetSchema).min(2).max(MAX_TARGETS).exactOptional(),
  /** The chat about several sites that this chat is a member of. No list shows members. Missing in every other chat. */
  memberOf: idSchema.exactOptional(),
  /** The sites that an imported chat was about, as its file names them. They are only shown. Missing in every other chat. */
  wasAbout: z
    .array(z.strictObject({ name: targetSchema.shape.name, page: pageBindingSchema.nullable() }))
    .max(MAX_TARGETS)
    .exactOptional(),
});

export type Chat = z.infer<typeof chatSchema>;

/** A chat with the user's own settings, as it is stored. */
export type StoredChat = Chat & { settings: StoredSettings };
