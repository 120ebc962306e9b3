import type { PageTool } from '@/src/schema/page-tool';

export type PageTable = {
  /** For example `table-1` for the first table of its section. */
  key: string;
  /** Texts of the header cells; empty for a table without a header. */
  columns: string[];
  /** Texts of the other cells, row by row; at most `PAGE_LIMITS.rows` rows. */
  rows: string[][];
  /** Number of all rows except the header. */
  rowCount: number;
};

export type AnyPageLink = {
  text: string;
  /** The URL without its query, which may contain secrets. */
  address: string;
};

export type PageField = {
  label: string;
  /**
   * The text, or the selected options; true or false for a check box or a radio button; null for a value that may be
   * secret.
   */
  value: string | boolean | null;
};

/** The content between a heading and the next one. */
export type PageSection = {
  /** Made from the heading's words; unique on the page. */
  key: string;
  /** Empty for the content before the first heading. */
  heading: string;
  text: string[];
  tables: PageTable[];
  fields: PageField[];
  links: AnyPageLink[];
};

/** The readable content of a page. Texts have no line breaks, and nothing that looks like a key. */
export type AnyPageContext = {
  /** Hash of the document and its full URL. It changes with each navigation, also with one within the document. */
  visit: string;
  /** The URL without its query, but with the route of a hash router. */
  address: string;
  title: string;
  sections: PageSection[];
  /** True if the page has more content than the limits allow Steward to read. */
  isCut: boolean;
  /** Tools that the page offers by WebMCP. */
  tools: PageTool[];
  /** Number of the page's tools that exceed the limits and are therefore not offered. */
  toolsLeftOut: number;
};

/** The context without its visit and the page's tools. */
export type ShownPage = Omit<AnyPageContext, 'visit' | 'tools' | 'toolsLeftOut'>;

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
