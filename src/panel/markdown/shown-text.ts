import { spellOut } from '@/src/core/text/foreign-text';
import { imageLabel } from '../text/image-label';

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
    const alt = properties?.alt;
    const address = properties?.src;
    const label = imageLabel(typeof alt === 'string' ? alt : '');
    return `${label} ${spellOut(typeof address === 'string' ? address : '')}`;
  }
  return value ?? (children ?? []).map(shownText).join('');
}
