import { z } from 'zod';
import { DENSITIES } from '@/src/core/records/density';
import { FOLDS } from '@/src/core/records/panel-folds';
import { SEND_KEYS } from '@/src/core/records/send-key';
import { THEMES } from '@/src/core/records/theme';
import { DETACHED_PLACES } from './detached-panel';

const id = z.string().min(1).max(100);

/** Commands about how and where the panel is shown. None is about a chat's content. */
export const appearanceCommands = [
  z.strictObject({ type: z.literal('set-theme'), theme: z.enum(THEMES) }),
  z.strictObject({ type: z.literal('set-density'), density: z.enum(DENSITIES) }),
  /** Remembers that the user opened or folded a section. */
  z.strictObject({ type: z.literal('keep-fold'), fold: z.enum(FOLDS), isOpen: z.boolean() }),
  /** Sets the key that sends a message. */
  z.strictObject({ type: z.literal('set-send-key'), sendKey: z.enum(SEND_KEYS) }),
  /** Shows a chat in a window or tab of its own, or brings the one that shows it to the front. */
  z.strictObject({ type: z.literal('detach-panel'), chatId: id, place: z.enum(DETACHED_PLACES) }),
] as const;

/** The result of each of these commands. */
export interface AppearanceCommandResults {
  'set-theme': null;
  'set-density': null;
  'keep-fold': null;
  'set-send-key': null;
  'detach-panel': null;
}
