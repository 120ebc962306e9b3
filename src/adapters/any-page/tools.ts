import { z } from 'zod';
import { defineTool } from '@/src/core/tools/define-tool';
import { READ_PART } from './encode-context';

/** Lines of a part in one result. */
export const PART_LINES = 200;
/** Lines that a search returns. */
export const FOUND_LINES = 50;

export const readPartInput = z.strictObject({
  part: z
    .string()
    .min(1)
    .max(200)
    .describe('The part’s key, as the page state names it, e.g. users/table-1.'),
  offset: z.int().min(0).optional().describe('Number of lines to skip.'),
});

export const findInput = z.strictObject({
  text: z.string().min(1).max(500).describe('The text to find; case doesn’t matter.'),
});

/** The tools for pages without an adapter of their own. They only read. */
export const anyPageTools = [
  defineTool({
    name: 'read_page',
    description:
      'Reads the page as it is now. Use it after a navigation, and when changes were reported that you need whole.',
    input: z.strictObject({}),
    effect: 'read',
  }),
  defineTool({
    name: READ_PART,
    description: `Reads the lines of one part of the page, at most ${PART_LINES}. Use it for lines that the page state leaves out. Go on with the returned next_offset until it is null.`,
    input: readPartInput,
    effect: 'read',
  }),
  defineTool({
    name: 'find_on_page',
    description: `Finds a text on the page and returns the lines that contain it, at most ${FOUND_LINES}, each with its part.`,
    input: findInput,
    effect: 'read',
  }),
];
