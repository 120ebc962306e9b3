import type { z } from 'zod';
import type { contextSchema, sectionSchema } from './context-schema';

/** The readable content of a page. Texts have no line breaks, and nothing that looks like a key. */
export type AnyPageContext = z.output<typeof contextSchema>;

/** The context without its visit and the page's tools. */
export type ShownPage = Omit<AnyPageContext, 'visit' | 'tools' | 'toolsLeftOut'>;

/** The content between a heading and the next one. */
export type PageSection = z.output<typeof sectionSchema>;
export type PageTable = PageSection['tables'][number];
export type PageField = PageSection['fields'][number];
export type AnyPageLink = PageSection['links'][number];

/** Limits of one reading. */
export const PAGE_LIMITS = {
  /** Number of elements that are visited. */
  elements: 50_000,
  /** Levels of nested elements. */
  depth: 400,
  /** UTF-16 units of all texts. */
  characters: 400_000,
  sections: 300,
  /** Rows of one table. */
  rows: 2_000,
  /** Cells of one row. */
  cells: 60,
  /** UTF-16 units of one line, cell, label or value. */
  text: 1_000,
} as const;
