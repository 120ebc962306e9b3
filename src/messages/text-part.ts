import { z } from 'zod';
import { MAX_PART_LENGTH } from './channels';

/** The fields of a command with a part of a file's text; the command takes effect with the last part. */
export const textPartFields = {
  text: z.string().max(MAX_PART_LENGTH),
  index: z.int().min(0),
  isLast: z.boolean(),
};

export type TextPart = z.infer<z.ZodObject<typeof textPartFields>>;
