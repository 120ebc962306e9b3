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
