import { firstStates, sheetStates, storedStates, typedStates } from './panel-states';
import { SHOWN_LANGUAGES, showLanguage } from './show-language';
import { spilledTexts } from './spilled-texts';
import { expect, test } from './story-stage';
import { thorough } from './thorough';

/** Widths of the panel in CSS pixels. Firefox's sidebar has 252 by default. */
const WIDTHS = [280, 252];

for (const language of SHOWN_LANGUAGES) {
  test(
    `in ${language}, every text has its place in a narrow panel`,
    thorough({ tag: '@panel' }),
    async ({ stage }) => {
      test.slow();
      const { page } = stage;
      const words = await showLanguage(page, language);
      const spilled: Record<string, string[]> = {};
      for (const states of [storedStates, typedStates, sheetStates, firstStates]) {
        for await (const { name } of states(stage, words)) {
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 640 });
            const texts = await spilledTexts(page);
            if (texts.length > 0) spilled[`${name}, ${width} px`] = texts;
          }
        }
      }
      expect(spilled).toEqual({});
    },
  );
}
