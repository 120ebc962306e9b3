import { spellOut } from '@/src/core/text/foreign-text';
import { i18n } from '@/src/texts/i18n';

/** The parts of a hast node that are read. */
export interface HastNode {
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: readonly HastNode[];
}

/** The text that is shown for a node, with spaces for line breaks. */
export function shownText({ tagName, value, properties, children }: HastNode): string {
  if (tagName === 'br') return ' ';
  if (tagName === 'img') {
    const { alt, src } = properties ?? {};
    const address = typeof src === 'string' ? src : '';
    return `${imageLabel(typeof alt === 'string' ? alt : '')} ${spellOut(address)}`;
  }
  return value ?? (children ?? []).map(shownText).join('');
}

/** The text that is shown before the address of an image. */
export function imageLabel(alt: string): string {
  return alt === '' ? i18n.t('markdown.image') : i18n.t('markdown.imageOf', { text: spellOut(alt) });
}
