import { z } from 'zod';
import { spellOut } from '@/src/core/text/foreign-text';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import type { ToolRunner } from '../kit/calls';
import { failure, pageOfList } from '../kit/tool-results';
import type { AnyPageContext } from './any-page-context';
import { encodeContext, partsOfPage, READ_PART } from './encode-context';

/** Lines of a part in one result. */
const PART_LINES = 200;
/** Lines that a search returns. */
const FOUND_LINES = 50;

const readPartInput = z.strictObject({
  part: z
    .string()
    .min(1)
    .max(200)
    .describe('The part’s key, as the page state names it, e.g. users/table-1.'),
  offset: z.int().min(0).optional().describe('Number of lines to skip.'),
});

const findInput = z.strictObject({
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

/** Tokens of a whole page in a result. */
const PAGE_TOKENS = 8_000;

/** The tools for pages without an adapter of their own. */
export const anyPageRunner: ToolRunner = {
  id: 'any-page',
  async run(tool, args, page) {
    const context = (await page.read()) as unknown as AnyPageContext;
    if (tool === READ_PART) return readPart(context, args);
    if (tool === 'find_on_page') return findOnPage(context, args);
    return readWhole(context);
  },
};

function readWhole(context: AnyPageContext): ToolResult {
  return {
    success: true,
    message: `This is the page ${JSON.stringify(spellOut(context.title))}.`,
    data: { page: encodeContext(context, PAGE_TOKENS) },
  };
}

function readPart(context: AnyPageContext, args: JsonObject): ToolResult {
  const { part: key, offset = 0 } = readPartInput.parse(args);
  const part = partsOfPage(context).find((candidate) => candidate.key === key);
  if (part === undefined) {
    const parts = partsOfPage(context).map((one) => one.key);
    return failure('part_not_found', `The page has no part ${JSON.stringify(key)}.`, {
      parts: parts.slice(0, PART_LINES),
    });
  }
  const { entries: lines, place } = pageOfList(part.lines, { offset, limit: PART_LINES });
  return {
    success: true,
    message: `${key} has ${place.total} lines; these are ${lines.length} from line ${offset + 1} on.`,
    data: { lines, next_offset: place.next_offset },
  };
}

function findOnPage(context: AnyPageContext, args: JsonObject): ToolResult {
  const { text } = findInput.parse(args);
  const wanted = text.toLowerCase();
  const found = partsOfPage(context).flatMap(({ key, lines }) =>
    lines.filter((line) => line.toLowerCase().includes(wanted)).map((line) => ({ part: key, line })),
  );
  const more = found.length > FOUND_LINES ? `; the first ${FOUND_LINES} are here` : '';
  return {
    success: true,
    message: `${found.length === 1 ? '1 line contains' : `${found.length} lines contain`} ${JSON.stringify(text)}${more}.`,
    data: { lines: found.slice(0, FOUND_LINES) },
  };
}
