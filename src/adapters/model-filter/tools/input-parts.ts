import { z } from 'zod';
import { MAX_PAGE_LENGTH, pageFields } from '../../kit/list-page';
import { MAX_PATTERN_LENGTH } from '../rule-list';

/** Limits on what a call may hold; far above any real call. */
export const MAX_TEXT_LENGTH = 500;
const MAX_PATTERNS = 2_000;

const pattern = z
  .string()
  .min(1)
  .max(MAX_PATTERN_LENGTH)
  .describe('Compared with name and full id from end to end; wildcards * ? [seq] [!seq]. E.g. "gpt-4*".');
const existingPattern = z
  .string()
  .min(1)
  .max(MAX_PATTERN_LENGTH)
  .describe('The rule’s text exactly as the page state lists it.');

/** Any texts: the tool itself reports, rule by rule, those that can’t be rules. */
export const patterns = z.array(z.string().max(MAX_TEXT_LENGTH)).max(MAX_PATTERNS);

export const modelId = z
  .string()
  .min(1)
  .max(MAX_TEXT_LENGTH)
  .describe('A model’s full id or its name, e.g. "openai/gpt-4o" or "gpt-4o".');
export const namedProvider = z.string().min(1).max(MAX_TEXT_LENGTH).describe('One of the page’s providers.');
export const provider = namedProvider
  .optional()
  .describe('One of the page’s providers; without it the one in view.');

export const { offset, limit } = pageFields(MAX_PAGE_LENGTH);

export const newRule = z.strictObject({ pattern, provider });
export const knownRule = z.strictObject({ pattern: existingPattern, provider });
export const onlyProvider = z.strictObject({ provider });
