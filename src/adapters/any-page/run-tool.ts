import { spellOut } from '@/src/core/text/foreign-text';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import type { ToolRunner } from '../kit/calls';
import type { AnyPageContext } from './any-page-context';
import { encodeContext, READ_PART } from './encode-context';
import { partsOfPage } from './page-parts';
import { FOUND_LINES, findInput, PART_LINES, readPartInput } from './tools';

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
    return {
      success: false,
      message: `The page has no part ${JSON.stringify(key)}.`,
      error_code: 'part_not_found',
      data: {
        parts: partsOfPage(context)
          .map((one) => one.key)
          .slice(0, PART_LINES),
      },
    };
  }
  const lines = part.lines.slice(offset, offset + PART_LINES);
  const end = offset + lines.length;
  return {
    success: true,
    message: `${key} has ${part.lines.length} lines; these are ${lines.length} from line ${offset + 1} on.`,
    data: { lines, next_offset: end < part.lines.length && lines.length > 0 ? end : null },
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
