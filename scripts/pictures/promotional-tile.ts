import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright';
import { readTexts, SOURCE } from '../texts/read-texts';
import { drawPicture, savePicture } from './photographer';

/** The small promotional tile of the Chrome Web Store, in CSS pixels. */
const SIZE = { width: 440, height: 280 };

/** Draws the tile from the icon and the extension's description, with the panel's font and colours. */
export async function drawPromotionalTile(context: BrowserContext, path: string): Promise<void> {
  const theme = readFileSync('src/panel/kit/theme.css', 'utf8');
  const icon = readFileSync('assets/icon.svg', 'utf8');
  const description = readTexts('.', SOURCE).get('manifest.description');
  if (description === undefined) throw new Error('The catalogue has no description of the extension.');
  const [claim = '', how = ''] = description.text.split(': ');
  const html = `
    <style>
      ${theme}
      main { box-sizing: border-box; height: 100vh; padding: 32px; display: grid; align-content: center; gap: 20px;
        font-family: var(--font); color: var(--text); background: var(--surface); border-bottom: 12px solid var(--accent) }
      header { display: flex; align-items: center; gap: 16px; font-size: 40px; font-weight: 700; color: var(--accent-text) }
      svg { width: 72px }
      p { margin: 0; font-size: 24px; line-height: 1.3; text-wrap: balance }
      small { display: block; font-size: 15px; line-height: 1.4; color: var(--text-muted); text-wrap: balance }
      small::first-letter { text-transform: uppercase }
    </style>
    <main><header>${icon}Steward</header><p>${claim}</p><small>${how}</small></main>`;
  savePicture(path, await drawPicture(context, SIZE, html));
}
