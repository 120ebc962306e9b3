import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textModules } from '../scripts/texts/build-texts';

/** Generates the modules of texts, as `wxt prepare` does: a text may have changed since. */
export function setup(): void {
  for (const { path, text } of textModules('.')) writeFileSync(join('.wxt', path), text);
}
