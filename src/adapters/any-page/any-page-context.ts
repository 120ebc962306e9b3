import type { PageTool } from '@/src/schema/page-tool';

/** A table of a page. */
export type PageTable = {
  /** `table-1` for the first of its section. */
  key: string;
  /** The texts of its header cells; empty if it has none. */
  columns: string[];
  /** The texts of its other cells, row by row; at most the limit of rows. */
  rows: string[][];
  /** Number of rows without the header. */
  rowCount: number;
};

/** A link of a page. */
export type PageLink = {
  text: string;
  /** Without the values of a query, which may be secret. */
  address: string;
};

/** An input of a page. */
export type PageField = {
  label: string;
  /** The text, or the chosen options; true or false for a check box or a radio button; null for a value that may be secret. */
  value: string | boolean | null;
};

/** The content between a heading and the next one. */
export type PageSection = {
  /** Made from the heading's words; unique on the page. */
  key: string;
  /** Empty for what precedes the first heading. */
  heading: string;
  text: string[];
  tables: PageTable[];
  fields: PageField[];
  links: PageLink[];
};

/** The readable content of a page. Texts have no line breaks, and nothing that looks like a key. */
export type AnyPageContext = {
  /** Hash of the document and its whole address: another after each navigation, also within the document. */
  visit: string;
  /** Without query; with the path of a hash router. */
  address: string;
  title: string;
  sections: PageSection[];
  /** True if the page holds more than the limits allow to read. */
  isCut: boolean;
  /** The tools that the page offers by WebMCP. */
  tools: PageTool[];
  /** Number of its tools that exceed the limits, and so are not offered. */
  toolsLeftOut: number;
};

/** The context without its visit and the page's tools. */
export type ShownPage = Omit<AnyPageContext, 'visit' | 'tools' | 'toolsLeftOut'>;

/** Limits of one reading. */
export const PAGE_LIMITS = {
  /** Elements that are looked at. */
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
