import { z } from 'zod';
import { failure } from '@/src/core/records/tool-result';
import { spellOut } from '@/src/core/text/foreign-text';
import { say } from '@/src/schema/values/said';
import { type ReadTool, readTool } from '../kit/computed-tool';
import { batchOfList, success } from '../kit/tool-results';
import type { AnyPageContext } from './any-page-context';
import { encodeContext, partsOfPage, READ_PART } from './encode-context';

/** Most lines of a part in one result. */
const PART_LINES = 200;
/** Most lines that a search returns. */
const FOUND_LINES = 50;

/** Token budget of a whole page in a result. */
const PAGE_TOKENS = 8_000;

/** The tools for pages that no other adapter recognizes. They only read. */
export const anyPageTools: readonly ReadTool<AnyPageContext>[] = [
  readTool(
    {
      name: 'read_page',
      line: 'any-page.call.readPage',
      description:
        'Reads the page as it is now. Use it after a navigation, and when changes were reported that you need whole.',
      input: z.strictObject({}),
    },
    (context) =>
      success(`This is the page ${JSON.stringify(spellOut(context.title))}.`, say('any-page.result.read'), {
        page: encodeContext(context, PAGE_TOKENS),
      }),
  ),
  readTool(
    {
      name: READ_PART,
      line: 'any-page.call.readPart',
      description: `Reads the lines of one part of the page, at most ${PART_LINES}. Use it for lines that the page state leaves out. Go on with the returned next_offset until it is null.`,
      input: z.strictObject({
        part: z
          .string()
          .min(1)
          .max(200)
          .describe('The part’s key, as the page state names it, e.g. users/table-1.'),
        offset: z.int().min(0).optional().describe('Number of lines to skip.'),
      }),
    },
    (context, { part: key, offset: from }) => {
      const offset = from ?? 0;
      const part = partsOfPage(context).find((candidate) => candidate.key === key);
      if (part === undefined) {
        const parts = partsOfPage(context).map((one) => one.key);
        return failure('part_not_found', `The page has no part ${JSON.stringify(key)}.`, {
          parts: parts.slice(0, PART_LINES),
        });
      }
      const { entries: lines, place } = batchOfList(part.lines, { offset, limit: PART_LINES });
      return success(
        `${key} has ${place.total} lines; these are ${lines.length} from line ${offset + 1} on.`,
        say('kit.result.lines', { count: lines.length }),
        { lines, next_offset: place.next_offset },
      );
    },
  ),
  readTool(
    {
      name: 'find_on_page',
      line: 'any-page.call.findOnPage',
      description: `Finds a text on the page and returns the lines that contain it, at most ${FOUND_LINES}, each with its part.`,
      input: z.strictObject({
        text: z.string().min(1).max(500).describe('The text to find; case doesn’t matter.'),
      }),
    },
    (context, { text }) => {
      const wanted = text.toLowerCase();
      const found = partsOfPage(context).flatMap(({ key, lines }) =>
        lines.filter((line) => line.toLowerCase().includes(wanted)).map((line) => ({ part: key, line })),
      );
      const more = found.length > FOUND_LINES ? `; the first ${FOUND_LINES} are here` : '';
      return success(
        `${found.length === 1 ? '1 line contains' : `${found.length} lines contain`} ${JSON.stringify(text)}${more}.`,
        say('kit.result.lines', { count: found.length }),
        { lines: found.slice(0, FOUND_LINES) },
      );
    },
  ),
];
